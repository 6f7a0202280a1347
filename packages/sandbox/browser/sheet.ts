import { find, reportHeight, sendToParent, writeTexts } from './page.ts';
import { type SheetText, sheetTextsOf, WALLET_NAMES, walletOf } from './sheet-texts.ts';
import { textsOf } from './texts.ts';

/** A wallet's sheet: the payment, and a button for each outcome. */
const query = new URL(location.href).searchParams;
const { lang } = textsOf(query.get('locale'));
const texts = sheetTextsOf(lang);
const content: {
  wallet: string;
  amount: number;
  lineItems: { name: string; amount: number }[];
  owner: string[];
} = JSON.parse(query.get('content') ?? '{}');
const wallet = walletOf(content.wallet);
const yen = new Intl.NumberFormat(lang, { style: 'currency', currency: 'JPY' });

writeTexts(lang, texts.title, (name) => texts[name as SheetText]);
find('wallet', HTMLElement).textContent = wallet ? WALLET_NAMES[wallet] : '';
find('owner', HTMLElement).textContent = content.owner.join(' · ');
const list = find('items', HTMLDListElement);
for (const { name, amount } of [...content.lineItems, { name: texts.total, amount: content.amount }]) {
  const row = document.createElement('div');
  const term = document.createElement('dt');
  const detail = document.createElement('dd');
  term.textContent = name;
  detail.textContent = yen.format(amount);
  row.append(term, detail);
  list.append(row);
}
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    if (button.value === '') return sendToParent('done', {});
    for (const each of document.querySelectorAll('button')) each.disabled = true;
    return sendToParent('paid', { alias: button.value });
  });
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') sendToParent('escape', {});
});
reportHeight(find('content', HTMLElement));
find('title', HTMLHeadingElement).focus();
