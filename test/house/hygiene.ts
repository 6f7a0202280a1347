import { type ESTree, Visitor } from 'vite';
import type { Source } from './source.ts';

const avoided = ['skip', 'only', 'todo', 'fails', 'skipIf'];

/** The function at the head of a call: `it` for `it(…)`, `it.each(…)(…)`, `it.runIf(…)(…)`. */
const headOf = (node: ESTree.Node): string => {
  if (node.type === 'CallExpression') return headOf(node.callee);
  if (node.type === 'MemberExpression') return headOf(node.object);
  if (node.type === 'TaggedTemplateExpression') return headOf(node.tag);
  return node.type === 'Identifier' ? node.name : '';
};

/**
 * Whether code asserts something: it calls `expect…`, `assert…`, a checker's `.assert`, or the walker, which checks each step.
 */
const asserts = (text: string) => /\b(expect|assert)\w*\s*[(.<]|\.assert\(|\bwalk\(/.test(text);

/** Names of the file's helpers that assert something. */
const assertingHelpersIn = ({ text, program }: Source): string[] =>
  program.body.flatMap((node) => {
    if (!asserts(text.slice(node.start, node.end))) return [];
    if (node.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
    if (node.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });

const limited = ['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];
/** A time limit as a number behind the function, or as an option. */
const isLimit = (node: ESTree.Node): boolean =>
  (node.type === 'Literal' && typeof node.value === 'number') ||
  (node.type === 'ObjectExpression' &&
    node.properties.some(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'timeout',
    ));

/** A line for every test without an assertion, skipped, retried, with a time limit, or waiting for time to pass. */
export const hygieneFaults = (source: Source): string[] => {
  const { path, text, program } = source;
  const helpers = assertingHelpersIn(source);
  const tested = (code: string) => asserts(code) || helpers.some((name) => new RegExp(`\\b${name}\\(`).test(code));
  const faults: string[] = [];
  let tests = 0;
  new Visitor({
    CallExpression: (node) => {
      const head = headOf(node.callee);
      if (['it', 'test'].includes(head) && node.callee.type !== 'MemberExpression') {
        const body = node.arguments.findLast((arg) => /Function/.test(arg.type));
        if (body === undefined) return;
        tests += 1;
        if (!tested(text.slice(body.start, body.end)))
          faults.push(`${path} asserts nothing in ${text.slice(node.start, node.start + 60)}`);
      }
      if (['xit', 'fit', 'xtest', 'xdescribe', 'fdescribe'].includes(head)) faults.push(`${path} uses ${head}`);
      /* vitest.config.ts has one limit for all, which only ends hangs. */
      if (limited.includes(head) && node.arguments.some(isLimit)) faults.push(`${path} has its own time limit`);
      if (head === 'setTimeout') faults.push(`${path} waits for time to pass`);
    },
    MemberExpression: ({ object, property }) => {
      const name = property.type === 'Identifier' ? property.name : '';
      if (avoided.includes(name) && ['it', 'test', 'describe'].includes(headOf(object)))
        faults.push(`${path} uses .${name}`);
      if (name === 'waitForTimeout') faults.push(`${path} waits for time to pass`);
    },
    Property: ({ key }) => {
      if (key.type === 'Identifier' && key.name === 'retry') faults.push(`${path} runs a test again`);
    },
    ImportDeclaration: ({ source }) => {
      if (/timers\/promises$/.test(source.value)) faults.push(`${path} waits for time to pass`);
    },
  }).visit(program);
  if (tests === 0) faults.push(`${path} has no test`);
  return faults;
};
