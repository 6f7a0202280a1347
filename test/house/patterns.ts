import { check } from 'recheck';
import { type ESTree, Visitor } from 'vite';
import type { Source } from './source.ts';

/** A regular expression; `at` is `path /pattern/flags`. */
type Pattern = { at: string; source: string; flags: string };

/** A text that the language or a schema reads as a regular expression. */
const isText = (node: ESTree.Node | undefined): node is ESTree.Node & { value: string } =>
  node?.type === 'Literal' && typeof node.value === 'string';

/** The regular expressions of a file, and a line for each that is made while the program runs, which nothing can check. */
export const patternsIn = ({ path, program }: Source): { patterns: Pattern[]; made: string[] } => {
  const patterns: Pattern[] = [];
  const made: string[] = [];
  const add = (source: string, flags: string) => patterns.push({ at: `${path} /${source}/${flags}`, source, flags });
  const construct = ({ callee }: { callee: ESTree.Node }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') made.push(`${path} RegExp`);
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex) add(node.regex.pattern, node.regex.flags);
    },
    NewExpression: construct,
    CallExpression: (node) => {
      construct(node);
      const {
        callee,
        arguments: [first],
      } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (['match', 'matchAll', 'search'].includes(callee.property.name) && isText(first)) add(first.value, '');
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'pattern' && isText(value)) add(value.value, 'u');
    },
  }).visit(program);
  return { patterns, made };
};

/** Amounts of work in place of times, so that a verdict depends on the pattern alone. */
const limits = {
  seeder: 'static',
  maxAttackStringSize: 20_000,
  attackLimit: 10_000_000,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Patterns that need no checker: without a repetition, or with one that begins at the start and has no choice in it. */
const isPlain = ({ source, flags }: Pattern): boolean =>
  !/[*+{]/.test(source) || (!flags.includes('m') && /^\^[^*+?{|()]*[*+{][^*+?{|()]*$/.test(source));

/** The fault of a pattern; null if its time grows no faster than the text. */
const faultOf = async (pattern: Pattern): Promise<string | null> => {
  if (isPlain(pattern)) return null;
  const found = await check(pattern.source, pattern.flags, limits);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `unknown: ${found.error.kind}`;
};

/**
 * A line for each pattern that is not linear by the published checker, or that nothing can check. `bounded`: patterns whose text
 * is short, and who bounds it.
 */
export const slowPatterns = async (
  sources: readonly Source[],
  bounded: Readonly<Record<string, string>> = {},
): Promise<string[]> => {
  const all = sources.map(patternsIn);
  const found = new Map(all.flatMap(({ patterns }) => patterns.map((pattern) => [pattern.at, pattern])));
  const faults = new Map<string, string>();
  for (const [at, pattern] of found) {
    const fault = await faultOf(pattern);
    if (fault !== null) faults.set(at, fault);
  }
  return [
    ...all.flatMap(({ made }) => made),
    ...[...faults].filter(([at]) => !(at in bounded)).map(([at, fault]) => `${at}: ${fault}`),
    ...Object.keys(bounded)
      .filter((at) => !faults.has(at))
      .map((at) => `${at}: needs no exception`),
  ];
};
