import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss';
import type { Use } from './scripts.ts';
import { featureAt, lackingAt } from './support.ts';

/** Units by the data's rows, some of which list several units. */
const unitRows: readonly (readonly [RegExp, string])[] = [
  [/^sv(?:[hwib]|min|max)$/, 'viewport_percentage_units_small'],
  [/^lv(?:[hwib]|min|max)$/, 'viewport_percentage_units_large'],
  [/^dv(?:[hwib]|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^cq(?:[hwib]|min|max)$/, 'container_query_length_units'],
];
/** Units that every browser supports. */
const oldUnit = /^(?:px|cm|mm|in|pt|pc|em|rem|ex|ch|vh|vw|vmin|vmax|s|ms|deg|grad|rad|turn|fr|dpi|dpcm|dppx|x|q)$/i;

type Found = { feature: string; lacking: readonly string[] };

const row = (...path: string[]): Found[] => {
  const lacking = lackingAt('css', ...path);
  return lacking?.length ? [{ feature: path.join('.'), lacking }] : [];
};
const unknown = (feature: string): Found[] => [{ feature, lacking: ['unknown to the data'] }];

/** Where the data lists a function: on its own, in a group of types, or with a property. */
const functionIn = (name: string, property: string): string[] | null => {
  const groups = Object.keys(featureAt('css', 'types') ?? {});
  const places = [
    ['types', name],
    ...groups.map((group) => ['types', group, name]),
    ['properties', property, name],
    ['properties', property, `${name}_function`],
    ['properties', 'grid-template-columns', name],
    ['at-rules', 'font-face', 'src', `${name}_function`],
  ];
  return places.find((path) => featureAt('css', ...path)?.__compat) ?? null;
};

/** What a value uses besides its property: functions, units, keywords. */
const valueUses = (property: string, value: string): Found[] => {
  const text = value.replace(/url\((?:"[^"]*"|'[^']*'|[^)]*)\)|"[^"]*"|'[^']*'|--[\w-]+|#[\da-f]+\b/gi, ' ');
  const found: Found[] = [];
  for (const [, name = ''] of text.matchAll(/(-?[a-z][\w-]*)\(/gi)) {
    const path = name.startsWith('-') ? [] : functionIn(name, property);
    if (path === null) found.push(...unknown(`${name}()`));
    else if (path.length > 0) found.push(...row(...path));
  }
  for (const [, unit = ''] of text.matchAll(/(?<![\w-])[\d.]+(?:e[+-]?\d+)?([a-z]+)/gi)) {
    const group = unitRows.find(([pattern]) => pattern.test(unit))?.[1] ?? unit;
    if (oldUnit.test(unit)) continue;
    if (featureAt('css', 'types', 'length', group)) found.push(...row('types', 'length', group));
    else found.push(...unknown(`${value} (${unit})`));
  }
  for (const [keyword] of text.matchAll(/(?<![\w-])[a-z][\w-]*(?![\w(-])/gi))
    found.push(...row('properties', property, keyword));
  return found;
};

const declarationUses = ({ prop, value }: Declaration): Found[] => {
  if (prop.startsWith('--')) return valueUses('', value);
  if (prop.startsWith('-')) return [];
  if (!featureAt('css', 'properties', prop)) return unknown(prop);
  return [...row('properties', prop), ...valueUses(prop, value)];
};

const selectorUses = (selector: string): Found[] => {
  const bare = selector.replace(/\[[^\]]*\]/g, '');
  const names = [...bare.matchAll(/::?([a-z][a-z-]*)/g)].flatMap(([, name = '']) =>
    featureAt('css', 'selectors', name) ? row('selectors', name) : unknown(`:${name}`),
  );
  return [...names, ...(bare.includes('&') ? row('selectors', 'nesting') : [])];
};

const atRuleUses = ({ name, params }: AtRule): Found[] => {
  if (name.startsWith('-')) return [];
  const own = featureAt('css', 'at-rules', name) ? row('at-rules', name) : unknown(`@${name}`);
  if (name !== 'media') return own;
  const features = [...params.matchAll(/\(\s*([a-z-]+)\s*[:)]/g)].flatMap(([, feature = '']) =>
    row('at-rules', 'media', feature.replace(/^(?:min|max)-/, '')),
  );
  return [...own, ...features, ...(/[<>]/.test(params) ? row('at-rules', 'media', 'range_syntax') : [])];
};

/** Old browsers use an earlier declaration of the same property, or skip an `@supports` block. */
const hasFallback = (declaration: Declaration): boolean => {
  for (let before = declaration.prev(); before; before = before.prev())
    if (before.type === 'decl' && before.prop === declaration.prop && declarationUses(before).length === 0) return true;
  for (let parent: Container | undefined = declaration.parent; parent; parent = parent.parent as Container | undefined)
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true;
  return false;
};

/** Each use in a style sheet of a feature that an old browser lacks and that has no fallback. */
export const styleUses = (path: string, css: string): Use[] => {
  const uses: Use[] = [];
  const add = (node: Rule | AtRule | Declaration, found: readonly Found[]) => {
    const selector = node.type === 'decl' && node.parent?.type === 'rule' ? `${(node.parent as Rule).selector} ` : '';
    const text =
      node.type === 'rule' ? node.selector : node.type === 'atrule' ? `@${node.name} ${node.params}` : String(node);
    for (const one of found) uses.push({ ...one, where: `${path}: ${selector}${text}`.slice(0, 160) });
  };
  const isFrame = (node: Rule) => node.parent?.type === 'atrule' && /keyframes$/.test((node.parent as AtRule).name);
  postcss.parse(css).walk((node) => {
    if (node.type === 'decl' && !(node.parent?.type === 'atrule') && !hasFallback(node))
      add(node, declarationUses(node));
    if (node.type === 'rule' && !isFrame(node)) add(node, selectorUses(node.selector));
    if (node.type === 'atrule') add(node, atRuleUses(node));
  });
  return uses;
};
