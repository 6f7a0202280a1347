import type { Page } from 'playwright-core';

/** Fonts of one Debian package for all languages: what else a machine has plays no part. */
const fonts = { ja: 'JP', en: 'JP', 'zh-Hans': 'SC', ko: 'KR', 'zh-Hant': 'TC' };
const style = Object.entries(fonts)
  .map(([lang, script]) => {
    const sans = `"Noto Sans CJK ${script}"`;
    return `*:lang(${lang}) { --sans: ${sans}; --serif: ${sans}; --mono: "Noto Sans Mono CJK ${script}" }`;
  })
  .concat('svg.qr, iframe { visibility: hidden !important }')
  .join('\n');

/**
 * Replaces what is by chance or by the minute in the page: numbers and codes of tickets, links, clocks, addresses of a test's own; codes to scan and
 * the providers' frames are not shown. Out: what brings it back, for the page goes on.
 */
export const quieten = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate((css) => {
    // as an element it would be refused by the page's policy
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
    const kept: (() => void)[] = [
      () => document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1),
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      const text = node;
      const before = text.data;
      const isClock = text.parentElement?.closest('.as-of, .wall > header, .wall > footer') != null;
      text.data = calm(before, isClock);
      if (text.data !== before) kept.push(() => Object.assign(text, { data: before }));
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input[readonly]')) {
      const before = field.value;
      field.value = 'http://shop.example/link';
      kept.push(() => Object.assign(field, { value: before }));
    }
    const unquieten = () => {
      for (const bring of kept) bring();
    };
    Object.assign(window, { unquieten });
  }, style);
  // other letters make the bar at the bottom another height, and the page makes room for it a moment later
  await page.waitForFunction(() => {
    const bar = document.querySelector<HTMLElement>('.bottom-bar');
    return !bar || document.documentElement.style.getPropertyValue('--bottom') === `${bar.offsetHeight}px`;
  });
  return () => page.evaluate(() => Reflect.get(window, 'unquieten')());
};
