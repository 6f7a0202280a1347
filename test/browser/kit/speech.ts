import type { CDPSession, Page } from 'playwright-core';
import * as v from 'valibot';

/** The output of a screen reader as text: Chromium's accessibility tree, its live regions, the focus and the title. */

const Value = v.optional(v.object({ value: v.optional(v.union([v.string(), v.number(), v.boolean()])) }));
const Node = v.object({
  nodeId: v.string(),
  ignored: v.boolean(),
  role: Value,
  name: Value,
  description: Value,
  value: Value,
  properties: v.optional(v.array(v.object({ name: v.string(), value: Value })), []),
  childIds: v.optional(v.array(v.string()), []),
});
const Tree = v.object({ nodes: v.array(Node) });
type AxNode = v.InferOutput<typeof Node>;

const textOf = (value: v.InferOutput<typeof Value>): string =>
  String(value?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
const roleOf = (node: AxNode): string => (node.ignored ? '' : textOf(node.role));

/** Roles read by their names, whose content is not read again. */
const leaves = new Set(
  'heading link button radio checkbox textbox searchbox combobox spinbutton image img listbox option progressbar Iframe'.split(
    ' ',
  ),
);
/** Announced when they are entered, if they have a name. */
const groups = new Set(
  'group radiogroup region navigation form grid dialog banner contentinfo main alert status list'.split(' '),
);
const inline = new Set(['', 'none', 'generic', 'emphasis', 'strong', 'LabelText', 'Legend']);
const states = ['level', 'checked', 'pressed', 'selected', 'expanded', 'required', 'invalid', 'disabled', 'busy'];

const stateOf = (node: AxNode): string[] =>
  states.flatMap((name) => {
    const value = textOf(node.properties.find((one) => one.name === name)?.value);
    if (['', 'false'].includes(value)) return [];
    return [value === 'true' ? name : `${name} ${value}`];
  });

/** A node as a line: role, name, value, states and description. */
const lineOf = (node: AxNode): string => {
  const value = textOf(node.value);
  const facts = [textOf(node.name), value && `“${value}”`, ...stateOf(node)].filter(Boolean).join(', ');
  const description = textOf(node.description);
  return `${textOf(node.role)}: ${facts}${description && ` — ${description}`}`;
};

/** Random, or later in a slow run: the fixed day begins at ten. */
const masked = (text: string): string =>
  text
    .replace(/\b[2-9A-Z]{4}(?:[- ][2-9A-Z]{4}){2,3}\b/g, 'XXXX-XXXX-XXXX')
    .replace(/\b10:0\d\b/g, '10:00')
    .replace(/\b10:3[1-9]\b/g, '10:38');

const linesOf = (nodes: readonly AxNode[], isRoot: (node: AxNode) => boolean): string[] => {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const childrenOf = (node: AxNode) => node.childIds.flatMap((id) => byId.get(id) ?? []);
  const lines: string[] = [];
  let open = '';
  const end = () => {
    if (open.trim()) lines.push(open.replace(/\s+/g, ' ').trim());
    open = '';
  };
  const read = (node: AxNode, isInLabel: boolean): void => {
    const role = roleOf(node);
    if (role === 'StaticText') {
      if (!isInLabel) open += ` ${textOf(node.name)}`;
      return;
    }
    if (inline.has(role)) {
      // A label is read with its control.
      for (const child of childrenOf(node)) read(child, isInLabel || role === 'LabelText' || role === 'Legend');
      return;
    }
    end();
    if (leaves.has(role) || (groups.has(role) && textOf(node.name))) lines.push(lineOf(node));
    if (!leaves.has(role) && role !== 'columnheader') for (const child of childrenOf(node)) read(child, isInLabel);
    end();
  };
  const root = nodes.find(isRoot);
  if (root) read(root, false);
  end();
  return lines.map(masked);
};

/** Runs in the page before the app: writes down what live regions speak. Must not refer to anything outside itself. */
const record = () => {
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  let regions = new Map<Element, string>();
  const contentOf = (element: Element): string => {
    const copy = element.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], [hidden]')) hidden.remove();
    for (const block of copy.querySelectorAll('p, li, h2, h3, div, button')) block.append(' ');
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  };
  const scan = (isFirst: boolean) => {
    const now = new Map<Element, string>();
    for (const region of document.querySelectorAll(
      '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]',
    )) {
      if (!region.checkVisibility({ visibilityProperty: true })) continue;
      const kind = region.getAttribute('role') ?? region.getAttribute('aria-live') ?? '';
      const text = contentOf(region);
      const before = regions.get(region);
      now.set(region, text);
      // Many screen readers do not speak a polite region that comes together with its text.
      const isSpoken = kind === 'alert' || before !== undefined;
      if (!isFirst && isSpoken && text !== '' && text !== before) spoken.push(`${kind}: ${text}`);
    }
    regions = now;
  };
  addEventListener('DOMContentLoaded', () => {
    scan(true);
    new MutationObserver(() => scan(false)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['role', 'aria-live', 'hidden'],
    });
  });
};
export const recordSpeech = `(${record})()`;

/** A screen reader on a page that runs `recordSpeech`. */
export const createScreenReader = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page);
  let known = new Set<string>();
  let title = '';
  let focus = '';
  return {
    /** Live announcements since the last call, the focused element, and nodes that were not readable at the last call. */
    readChanges: async (part: 'page' | 'main'): Promise<string[]> => {
      const { nodes } = v.parse(Tree, await session.send('Accessibility.getFullAXTree'));
      const spoken = v.parse(v.array(v.string()), await page.evaluate(() => Reflect.get(window, 'spoken').splice(0)));
      const focused = nodes.findLast(
        (node) =>
          !node.ignored && node.properties.some(({ name, value }) => name === 'focused' && value?.value === true),
      );
      const hasDialog = nodes.some((node) => roleOf(node) === 'dialog');
      const root = hasDialog ? 'dialog' : part === 'page' ? 'RootWebArea' : 'main';
      const read = linesOf(nodes, (node) => roleOf(node) === root);
      const heading = nodes.find((node) => roleOf(node) === 'heading' && stateOf(node).includes('level 1'));
      const isSameScreen = heading !== undefined && known.has(lineOf(heading));
      const now = { title: await page.title(), focus: focused ? masked(lineOf(focused)) : '' };
      const lines = [
        ...(now.title === title ? [] : [`title: ${now.title}`]),
        ...(now.focus === focus || now.focus.startsWith('RootWebArea') ? [] : [`focus on ${now.focus}`]),
        ...spoken.map((text) => `spoken, ${masked(text)}`),
        ...read.filter((line) => !(isSameScreen && known.has(line))).map((line) => `  ${line}`),
      ];
      if (!hasDialog) known = new Set(read);
      ({ title, focus } = now);
      return lines;
    },
  };
};
