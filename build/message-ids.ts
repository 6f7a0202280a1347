import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { failureCodes, failureText } from '#src/domain/failures.ts';
import { optionTexts, textLists } from '#src/domain/option-lists.ts';
import { ruleTexts } from '#src/domain/rules.ts';

/** Ids in tables that do not know the catalogue, by file. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'src/domain/failures.ts': failureCodes.map(failureText),
  'src/domain/option-lists.ts': textLists.flatMap((list) => optionTexts(list).map(({ text }) => text)),
  'src/domain/rules.ts': ruleTexts,
};

const english: object = JSON.parse(readFileSync(new URL('../locales/en/messages.json', import.meta.url), 'utf8'));

type Node = ESTree.Node | null | undefined;

/** The strings that an expression may be. */
const stringsOf = (node: Node): string[] => {
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(stringsOf);
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
};

const callees = new Set(['t', 'tAny', '_']);

/**
 * Ids of the messages that a source uses: literals that are ids of the catalogue, which the compiler demands where it says `MessageId`,
 * and those that the compiler does not know as ids, so that a missing one is found: arguments of `t` and `i18n._`, and `textKey`.
 */
export const idsIn = (path: string, text: string): string[] => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found = [...(tables[path] ?? [])];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && Object.hasOwn(english, value)) found.push(value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      if (called.type === 'Identifier' && callees.has(called.name)) found.push(...stringsOf(first));
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'textKey') found.push(...stringsOf(value));
    },
  }).visit(program);
  return found;
};
