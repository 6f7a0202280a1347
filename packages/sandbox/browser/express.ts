import { reportHeight, sendToParent } from './page.ts';
import { sheetTextsOf, WALLET_NAMES, walletOf } from './sheet-texts.ts';
import { textsOf } from './texts.ts';

/** The wallets' buttons inside the frame of the Express Checkout Element. */
const query = new URL(location.href).searchParams;
const { lang } = textsOf(query.get('locale'));
const texts = sheetTextsOf(lang);
const text = query.get('type') === 'checkout' ? texts.checkout : texts.order;
const wallets = (query.get('wallets') ?? '').split(',');

document.documentElement.lang = lang;
document.title = texts.frame;
document.documentElement.style.setProperty('--height', `${Number(query.get('height'))}px`);

for (const button of document.querySelectorAll('button')) {
  const wallet = walletOf(button.value);
  if (!wallet) continue;
  button.hidden = !wallets.includes(wallet);
  button.textContent = text.replace('{wallet}', WALLET_NAMES[wallet]);
  button.addEventListener('click', () => sendToParent('press', { wallet }));
}
reportHeight(document.body);
sendToParent('ready', {});
