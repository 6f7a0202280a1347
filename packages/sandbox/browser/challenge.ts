import { api, find, framed, reportHeight, sendToParent, writeTexts } from './page.ts';
import { type ChallengeText, textsOf } from './texts.ts';

/**
 * The bank's page of the 3-D Secure test. In a frame it sends a message to the shop's page, otherwise it navigates to the return
 * address.
 */
const query = new URL(location.href).searchParams;
const intentId = location.pathname.split('/').at(-1) ?? '';
const key = query.get('key') ?? '';
const client_secret = query.get('client_secret') ?? '';
const texts = textsOf(query.get('locale'));
const buttons = [...document.querySelectorAll('button')];
const problem = find('problem', HTMLParagraphElement);

writeTexts(texts.lang, texts.challenge.title, (name) => texts.challenge[name as ChallengeText]);

const OUTCOME: Record<string, string> = {
  requires_payment_method: 'failed',
  canceled: 'failed',
  processing: 'pending',
};

function finish(status: string): void {
  sendToParent('done', {});
  const back = query.get('return_url');
  if (framed || !back) return;
  const url = new URL(back);
  url.searchParams.set('payment_intent', intentId);
  url.searchParams.set('payment_intent_client_secret', client_secret);
  url.searchParams.set('redirect_status', OUTCOME[status] ?? 'succeeded');
  location.replace(url);
}

async function answer(result: string): Promise<void> {
  for (const button of buttons) button.disabled = true;
  problem.textContent = '';
  const intent = await api(`payment_intents/${intentId}/authenticate`, key, 'POST', { client_secret, result });
  if (!intent.error) return finish(intent.status);
  problem.textContent = texts.challenge.broken;
  for (const button of buttons) button.disabled = false;
}

for (const button of buttons) button.addEventListener('click', () => answer(button.value));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') sendToParent('escape', {});
});
reportHeight(find('content', HTMLElement));
find('title', HTMLHeadingElement).focus();

const intent = await api(`payment_intents/${intentId}`, key, 'GET', { client_secret });
if (intent.error) problem.textContent = texts.challenge.broken;
else if (intent.status !== 'requires_action') finish(intent.status);
else {
  const format = new Intl.NumberFormat(texts.lang, { style: 'currency', currency: intent.currency });
  const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0);
  find('amount', HTMLElement).textContent = format.format(intent.amount / unit);
  find('sum', HTMLDListElement).hidden = false;
}
