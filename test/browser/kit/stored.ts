import type { Visitor } from './visitor.ts';

const key = 'ticket-store:borderless';

/** What the default site's page stores, as text. */
export const readStored = async ({ stored }: Visitor): Promise<string> => (await stored())[key] ?? '';

/** Reloads the page with this text in its storage. */
export const reloadWithText = async ({ page }: Visitor, edited: string): Promise<void> => {
  await page.evaluate(
    ([name = '', text = '']) => {
      addEventListener('pagehide', () => sessionStorage.setItem(name, text));
    },
    [key, edited],
  );
  await page.reload();
};
