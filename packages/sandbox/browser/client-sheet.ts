import { openModal } from './client-modal.ts';
import type { Wallet } from './messages.ts';
import { sheetTextsOf } from './sheet-texts.ts';
import type { Texts } from './texts.ts';

type Content = {
  wallet: Wallet;
  amount: number;
  lineItems: { name: string; amount: number }[];
  /** Details of the wallet's owner that the shop gets. */
  owner: string[];
};
type Parts = {
  base: string;
  texts: Texts;
  content: Content;
  closed: () => void;
  /** Called with the name of the test card that was chosen. */
  paid: (alias: string) => void;
};

export type Sheet = ReturnType<typeof openSheet>;

/** Shows a wallet's payment sheet in a modal dialog at the foot of the page. */
export function openSheet({ base, texts, content, closed, paid }: Parts) {
  const { title } = sheetTextsOf(texts.lang);
  const url = new URL('sandbox/elements/sheet', base);
  url.searchParams.set('locale', texts.lang);
  url.searchParams.set('content', JSON.stringify(content));
  return openModal({
    url,
    title,
    lang: texts.lang,
    reactions: { done: closed, escape: closed, paid: ({ alias }) => paid(alias) },
    closed,
    style: {
      width: 'min(27rem, 100vw)',
      maxWidth: '100vw',
      maxHeight: '90dvh',
      margin: 'auto auto 0',
      borderRadius: '14px 14px 0 0',
      boxShadow: '0 0 0 100vmax rgb(20 18 16 / 55%)',
    },
    height: '24rem',
  });
}
