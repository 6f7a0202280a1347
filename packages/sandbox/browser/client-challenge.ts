import { openModal } from './client-modal.ts';
import type { Texts } from './texts.ts';

type Challenge = { base: string; key: string; intentId: string; clientSecret: string; texts: Texts };

/**
 * Shows the bank's challenge in a modal dialog. Resolves to `done` when the challenge page has sent the buyer's response to the
 * sandbox, or to `cancel` when the buyer closed the dialog.
 */
export function showChallenge({ base, key, intentId, clientSecret, texts }: Challenge): Promise<'done' | 'cancel'> {
  const url = new URL(`sandbox/3ds/${intentId}`, base);
  url.searchParams.set('client_secret', clientSecret);
  url.searchParams.set('key', key);
  url.searchParams.set('locale', texts.lang);
  return new Promise((resolve) => {
    const end = (result: 'done' | 'cancel') => {
      modal.close();
      resolve(result);
    };
    const modal = openModal({
      url,
      title: texts.challenge.title,
      lang: texts.lang,
      reactions: { done: () => end('done'), escape: () => end('cancel') },
      closed: () => end('cancel'),
      style: {
        width: 'min(27rem, calc(100vw - 32px))',
        maxHeight: 'calc(100dvh - 32px)',
        margin: 'auto',
        borderRadius: '10px',
        // The shadow dims the page behind: a style sheet for ::backdrop would have to be allowed by the shop's policy.
        boxShadow: '0 0 0 100vmax rgb(20 18 16 / 55%), 0 12px 40px rgb(0 0 0 / 30%)',
      },
      height: '20rem',
    });
  });
}
