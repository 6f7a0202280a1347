import type { Page } from 'playwright-core';

/**
 * Makes every text of the page 40 % longer, as in another language: visible text, placeholders, options. Codes, prices, times and
 * the browser's weekday names stay. Returns the function that restores the page.
 */
export const lengthen = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(() => {
    const isText = (text: string) => /\p{L}{2}/u.test(text);
    const longer = (text: string) => {
      const trimmed = text.trim();
      const more = trimmed.slice(0, Math.ceil(trimmed.length * 0.4)).trim();
      // Languages with spaces get whole words.
      return `${text.trimEnd()}${/\s/.test(trimmed) || /^[\p{Script=Latin}\p{Script=Hangul}]/u.test(trimmed) ? ' ' : ''}${more}`;
    };
    const originals: [Text, string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text) || !isText(node.data)) continue;
      if (node.parentElement?.closest('script, style, table[aria-labelledby] thead, [translate="no"]')) continue;
      originals.push([node, node.data]);
    }
    for (const [node, text] of originals) node.data = longer(text);
    Object.assign(window, {
      shorten: () => {
        for (const [node, text] of originals) node.data = text;
      },
    });
  });
  return () =>
    page.evaluate(() => {
      Reflect.get(window, 'shorten')();
      Reflect.deleteProperty(window, 'shorten');
    });
};
