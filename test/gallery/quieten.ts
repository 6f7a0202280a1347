import type { Page } from 'playwright-core';

/** Fonts of one Debian package for all languages, so that a machine's other fonts have no effect. */
const fonts = {
  ':is(:root, :root *)': 'JP',
  ':lang(zh-Hans)': 'SC',
  ':lang(ko)': 'KR',
  ':lang(zh-Hant)': 'TC',
};
const style = Object.entries(fonts)
  .map(([elements, script]) => {
    const sans = `"Noto Sans CJK ${script}"`;
    return `${elements} { --sans: ${sans}; --serif: ${sans}; --mono: "Noto Sans Mono CJK ${script}" }`;
  })
  .concat('svg.qr, iframe { visibility: hidden !important }')
  .join('\n');

/**
 * Replaces random and time-dependent content: numbers and codes of tickets, links, clocks, test addresses; QR codes and the
 * providers' frames are hidden. Returns the function that restores the page.
 */
export const quieten = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate((css) => {
    // The page's policy would block a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const calm = (text: string, isClock: boolean) => {
      const known = text
        .replaceAll(/\b[\dA-Z]{4}(-[\dA-Z]{4}){2}\b/g, 'ABCD-EFGH-JKLM')
        .replaceAll(/\b[\dA-Z]{4}( [\dA-Z]{4}){2,}\b/g, 'ABCD EFGH JKLM NPQR')
        .replaceAll(/\b[\da-z](?=\*+@)/g, 't');
      return isClock ? known.replaceAll(/\d{1,2}:\d\d/g, '10:00') : known;
    };
    const undos: (() => void)[] = [
      () => document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1),
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      const text = node;
      const before = text.data;
      const isClock = text.parentElement?.closest('.as-of, .wall > header, .wall > footer') != null;
      text.data = calm(before, isClock);
      if (text.data !== before) undos.push(() => Object.assign(text, { data: before }));
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input[readonly]')) {
      const before = field.value;
      field.value = 'http://shop.example/link';
      undos.push(() => Object.assign(field, { value: before }));
    }
    const unquieten = () => {
      for (const undo of undos) undo();
    };
    Object.assign(window, { unquieten });
  }, style);
  // Other text changes the height of the bottom bar, and the page adjusts its padding a moment later.
  await page.waitForFunction(() => {
    const bar = document.querySelector<HTMLElement>('.bottom-bar');
    return !bar || document.documentElement.style.getPropertyValue('--bottom') === `${bar.offsetHeight}px`;
  });
  return () => page.evaluate(() => Reflect.get(window, 'unquieten')());
};
