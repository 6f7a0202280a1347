import { compileMessage } from '@lingui/message-utils/compileMessage';
import * as v from 'valibot';
import { type ESTree, Visitor } from 'vite';
import { type FailureCode, failureCodes, failureText } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import { readText, type Source } from './source.ts';

export type Catalogue = Readonly<Record<string, string>>;

/** Message ids in tables. */
export const tabled: readonly string[] = failureCodes.map(failureText);

/** Failures that cannot occur on the first screen, so their texts load with later ones. */
const lazyFailures = [
  'payment_api_failure',
  'dearer_slot',
  'cannot_change_ticket',
  'coupon_not_available',
  'coupon_code_not_exist',
  'coupon_expired',
  'coupon_limit_reached',
  'coupon_out_of_coverage',
  'coupon_invalid_channel',
  'coupon_rest_unpayable',
  'ticket_not_found',
  'split_no_child',
  'split_option_less_than_one',
  'token_unavailable',
  'card_input',
  'script_blocked',
  'method_unavailable',
  'extension_limit',
] as const satisfies readonly FailureCode[];
const lazyTexts = new Set<string>(lazyFailures.map(failureText));
const firstFailures = new Set<string>(tabled.filter((id) => !lazyTexts.has(id)));

/** `first`: what the page needs before any other screen; `messages`: the rest. */
export const readPart = (lang: Lang, part: 'first' | 'messages'): Catalogue =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(readText(`locales/${lang}/${part}.json`)));

export const readCatalogue = (lang: Lang): Catalogue => ({ ...readPart(lang, 'messages'), ...readPart(lang, 'first') });

/** A file with all its static imports, without types. */
export const reachOf = (sources: readonly Source[], start: string): Source[] => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const seen = new Set<Source>();
  const visit = (path: string) => {
    const source = byPath.get(path);
    if (!source || seen.has(source)) return;
    seen.add(source);
    for (const { to, type, lazy } of source.imports) if (!type && !lazy) visit(to);
  };
  visit(start);
  return [...seen];
};

/** A line for each id in the wrong file. `entry` are the sources that load at once, `first` is the content of first.json. */
export const splitFaults = (entry: readonly Source[], ids: readonly string[], first: Catalogue): string[] => {
  const found = entry.map(idsIn);
  const named = new Set(found.flatMap(({ strings }) => strings));
  const begun = found.flatMap(({ typed }) => typed);
  return ids.flatMap((id) => {
    const isNamed = named.has(id) && !lazyTexts.has(id);
    const isFirst = isNamed || firstFailures.has(id) || begun.some((prefix) => id.startsWith(prefix));
    if (isFirst === id in first) return [];
    return [isFirst ? `${id} belongs in first.json` : `${id} belongs in messages.json`];
  });
};

/** A line for each message of the first screen that needs Intl, whose first object takes a phone 50 ms: `select` does the same. */
export const slowFaults = (first: Catalogue): string[] =>
  Object.entries(first).flatMap(([id, text]) => {
    const [, format] = /\{\s*\w+\s*,\s*(plural|selectordinal|number|date|time)\b/.exec(text) ?? [];
    return format ? [`${id} uses ${format}: choose by select and write the number as {name}`] : [];
  });

/** Values that only choose a sentence (`select`): a language whose grammar does not need them leaves them out. */
const grammatical = new Set(['key', 'listed', 'kind']);

/**
 * Other words for what the term list of locales/README.md has one word for, and Korean particles that the value before them may
 * not take (prices and taxes end in 엔).
 */
const replaced: Readonly<Record<Lang, RegExp>> = {
  ja: /来場|来館|入館|当館|印のない日/,
  en: /\b(day of visit|visit (day|date|time)|days without a mark)\b/i,
  'zh-hans': /参观(日|时间|当天)|预约编号|没有标记/,
  kr: /관람일|방문일|관람 (일시|시간)|티켓 확보|지갑 (사용|화면)|\{((price|tax)\}(는|를|가|와|로)|(?!(price|tax)\})\w+\}(은|는|을|를|이|가|과|와|으로|로))(?![가-힣])/,
  'zh-hant': /參觀(日|時間|當天)|預約編號|金流|沒有標記/,
};

/** A line for each text that has a replaced word. */
export const termFaults = (lang: Lang, texts: Catalogue): string[] =>
  Object.entries(texts).flatMap(([id, text]) => {
    const found = replaced[lang].exec(text);
    return found ? [`${id} says “${found[0]}”: see the terms in locales/README.md`] : [];
  });

/** The names of a message's values, sorted. (The build rejects malformed messages.) */
export const valuesIn = (message: string): string[] => {
  const names = new Set<string>();
  const look = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [name, , choices] = part;
    names.add(String(name));
    if (typeof choices !== 'object' || choices === null) return;
    for (const choice of Object.values(choices)) if (Array.isArray(choice)) choice.forEach(look);
  };
  const compiled = compileMessage(message);
  if (Array.isArray(compiled)) compiled.forEach(look);
  return [...names].filter((name) => !grammatical.has(name)).sort();
};

/** A line for each message that the second catalogue lacks, leaves empty, or fills with other values. */
export const catalogueFaults = (source: Catalogue, other: Catalogue): string[] => {
  const extra = Object.keys(other).filter((id) => !(id in source));
  return [
    ...extra.map((id) => `${id} is unknown`),
    ...Object.entries(source).flatMap(([id, message]) => {
      const translation = other[id] ?? '';
      if (translation.trim() === '') return [`${id} is missing`];
      const wanted = valuesIn(message).join(', ');
      const actual = valuesIn(translation).join(', ');
      return wanted === actual ? [] : [`${id} wants {${wanted}} but has {${actual}}`];
    }),
  ];
};

/** The ids that a source uses, prefixes of ids that it builds (except those that the compiler checks), and all its strings. */
export const idsIn = ({ program }: Source) => {
  const used: string[] = [];
  const typed: string[] = [];
  const begun: string[] = [];
  const strings: string[] = [];
  const collect = (node: ESTree.Node | null | undefined): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') used.push(node.value);
    if (node?.type === 'JSXExpressionContainer') collect(node.expression);
    if (node?.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(collect);
    if (node?.type === 'TemplateLiteral') begun.push(node.quasis[0]?.value.raw ?? '');
  };
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && strings.push(value),
    CallExpression: ({ callee, arguments: [first] }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      if (called.type !== 'Identifier') return;
      if (['_', 'tAny'].includes(called.name)) collect(first);
      if (called.name === 't' && first?.type === 'TemplateLiteral') typed.push(first.quasis[0]?.value.raw ?? '');
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && /^(text|title|label|message)(Key|Id)$/.test(key.name)) collect(value);
    },
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Trans') return;
      for (const one of attributes) if (one.type === 'JSXAttribute' && one.name.name === 'id') collect(one.value);
    },
  }).visit(program);
  return { used, begun, typed, strings };
};

/** A line for each id without a message, and for each message without a use. */
export const idFaults = (sources: readonly Source[], catalogue: Catalogue): string[] => {
  const found = sources.map(idsIn);
  const usedIds = new Set([...found.flatMap((one) => one.used), ...tabled]);
  const known = new Set([...usedIds, ...found.flatMap((one) => one.strings)]);
  const typed = found.flatMap((one) => one.typed);
  const begun = [...new Set(found.flatMap((one) => one.begun))];
  return [
    ...[...usedIds].filter((id) => !(id in catalogue)).map((id) => `${id} is used but not written`),
    ...Object.keys(catalogue)
      .filter((id) => !known.has(id) && !typed.some((prefix) => id.startsWith(prefix)))
      .map((id) => `${id} is written but not used`),
    ...begun.map((prefix) => `${prefix}… is put together without a table`),
  ];
};
