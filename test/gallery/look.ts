/** Measurements of a page as plain data, so that the checks need no browser. Lengths in CSS pixels. */
export type Rect = { left: number; top: number; right: number; bottom: number };

export type Look = {
  lang: string;
  /** Width of the document. */
  width: number;
  texts: {
    text: string;
    /** A description of its place in the page, for readers. */
    place: string;
    /** Boxes of its lines, without the space above and below the letters. */
    lines: Rect[];
    /** Stacking level of what may cover the page (a dialog, a sticky bar); 0 is the page itself. */
    layer: number;
    /** Box that clips it, and box with its background. */
    cut: Rect | null;
    box: Rect | null;
    /** Its dates, times and amounts that are on two lines, although one line has room for them. */
    broken: string[];
    /** Lines of the text without a currency's name at its end, which may stand below its number in a narrow cell. */
    rows: number;
  }[];
  /** Pictograms and checkboxes, which no text may overlap. */
  marks: { place: string; rect: Rect; layer: number }[];
  /** Text that is not visible: labels, titles, placeholders. */
  hidden: string[];
  /** Lists that are too narrow for their selected option. */
  tight: string[];
};

/** Measures the page in which it runs. Must not refer to anything outside itself. */
export const look = (): Look => {
  const place = (of: Element) => {
    const named = (element: Element) =>
      element.tagName.toLowerCase() + [...element.classList].map((name) => `.${name}`).join('');
    const parents = [of.parentElement?.parentElement, of.parentElement, of].filter((one) => one instanceof Element);
    return parents.map(named).join(' > ');
  };
  const plain = ({ left, top, right, bottom }: Rect): Rect => ({ left, top, right, bottom });
  const above = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) found.push(one);
    return found;
  };
  const layers: Element[] = [];
  const layerOf = (ancestors: Element[]): number => {
    const layer = ancestors.find(
      (one) => one.matches('dialog[open]') || ['fixed', 'sticky'].includes(getComputedStyle(one).position),
    );
    if (!layer) return 0;
    if (!layers.includes(layer)) layers.push(layer);
    return layers.indexOf(layer) + 1;
  };
  /** For screen readers only, or outside the page. */
  const isHidden = (ancestors: Element[]) =>
    ancestors.some((one) => {
      const { clipPath, overflow } = getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      return clipPath.startsWith('inset(50%') || (overflow === 'hidden' && (width <= 1 || height <= 1));
    });
  const join = (one: Rect, other: Rect): Rect => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const everywhere = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
  const edges = (ancestors: Element[], isSo: (overflow: string) => boolean): Rect =>
    ancestors
      .filter((one) => one !== document.documentElement && one !== document.body)
      .reduce<Rect>((inner, one) => {
        const { overflowX, overflowY } = getComputedStyle(one);
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const x = isSo(overflowX) ? { left, right } : { left: -1e6, right: 1e6 };
        const y = isSo(overflowY) ? { top, bottom } : { top: -1e6, bottom: 1e6 };
        return join(inner, { ...x, ...y });
      }, everywhere);
  const isPainted = (element: Element) => {
    const { backgroundColor, borderTopWidth, borderBottomWidth, display } = getComputedStyle(element);
    const hasBackground = !/^rgba\(.*, 0\)$|transparent/.test(backgroundColor);
    return display !== 'inline' && (hasBackground || (borderTopWidth !== '0px' && borderBottomWidth !== '0px'));
  };

  const date = String.raw`\d{4}年\d+月\d+日|\d+月\d+日|\d{4}년 \d+월 \d+일|\d+ (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}`;
  const amount = String.raw`[+−]?[¥￥]\d[\d,]*|[+−]?\d[\d,]*(?:円|엔|日元|日圓|名|枚|分間|분간|분|张|張|分钟|分鐘)`;
  const whole = new RegExp(
    String.raw`${date}|\d+:\d\d(?:[ \u2060\u00a0]*[–~～〜-][ \u2060\u00a0]*\d+:\d\d)?|${amount}`,
    'g',
  );
  const roomOf = (element: Element): number => {
    const block = above(element).find((one) => getComputedStyle(one).display !== 'inline') ?? document.body;
    const { paddingLeft, paddingRight } = getComputedStyle(block);
    return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };
  /** The boxes of a part of a text, one or more for each line. */
  const boxesOf = (node: Node, start: number, end: number): DOMRect[] => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const rowsOf = (boxes: readonly DOMRect[]): number => new Set(boxes.map(({ top }) => Math.round(top))).size;
  const brokenIn = (node: Node, element: Element, ink: number): string[] =>
    [...(node.textContent ?? '').matchAll(whole)].flatMap(({ 0: part, index }) => {
      const boxes = boxesOf(node, index, index + part.length);
      // A space at the end of a line has no width, nor has the one that a browser puts between digits and ideographs.
      const space = /\s|\p{sc=Han}/u.test(part) ? ink : 0;
      const fits = boxes.reduce((sum, { width }) => sum + width, space) < roomOf(element);
      return rowsOf(boxes) > 1 && fits ? [part] : [];
    });

  const texts: Look['texts'] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('script, style, noscript, option, template')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const ancestors = above(element);
    const onTop = ancestors.findIndex((one) => one.matches('dialog[open]'));
    const edged = onTop < 0 ? ancestors : ancestors.slice(0, onTop + 1);
    if (isHidden(ancestors)) continue;
    const ink = Number.parseFloat(getComputedStyle(element).fontSize) * 0.4;
    const seen = edges(edged, (overflow) => overflow === 'auto' || overflow === 'scroll');
    const lines = boxesOf(node, 0, node.textContent.length)
      .map(({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        return join({ left, right, top: middle - ink, bottom: middle + ink }, seen);
      })
      // Above the page are elements that appear on focus.
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom > top && bottom + scrollY > 0);
    if (lines.length === 0) continue;
    const painted = ancestors.find(isPainted);
    texts.push({
      text: node.textContent.trim().slice(0, 120),
      place: place(element),
      lines,
      layer: layerOf(ancestors),
      cut: edges(edged, (overflow) => overflow === 'hidden' || overflow === 'clip'),
      box: painted && painted !== document.body ? plain(painted.getBoundingClientRect()) : null,
      broken: brokenIn(node, element, ink),
      rows: rowsOf(boxesOf(node, 0, node.textContent.replace(/(?:円|엔|日元|日圓)?\s*$/, '').length)),
    });
  }

  const marks = [...document.querySelectorAll('svg.icon, svg.stock-mark, input[type=radio], input[type=checkbox]')]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => !isHidden(above(one)) && one.getBoundingClientRect().width > 1)
    // A select's arrow lies on top of it.
    .filter((one) => !one.parentElement?.querySelector(':scope > select'))
    .map((one) => ({ place: place(one), rect: plain(one.getBoundingClientRect()), layer: layerOf(above(one)) }));

  const attributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'];
  const hidden = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name) ?? '').filter((text) => text !== ''),
  );
  const pen = document.createElement('canvas').getContext('2d');
  const tight = [...document.querySelectorAll('select')]
    .filter((list) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(list);
      if (pen) pen.font = font;
      const chosen = pen?.measureText(list.selectedOptions[0]?.text ?? '').width ?? 0;
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return list.checkVisibility() && chosen > room + 1;
    })
    .map((list) => `“${list.selectedOptions[0]?.text}” in ${place(list)}[name=${list.name}]`);
  const { scrollWidth: width, lang } = document.documentElement;
  return { lang, width, texts, marks, hidden, tight };
};
