import { type ESTree, Visitor } from 'vite';
import type { Source } from './source.ts';

type Node = ESTree.Node;
const longest = 250;
/** Keys of a chart whose content may contain functions and names, because it is not part of its structure. */
const values = ['context', 'input', 'output', 'params'];

const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';
const calls = (node: Node, name: string): node is ESTree.CallExpression =>
  node.type === 'CallExpression' &&
  nameOf(node.callee.type === 'MemberExpression' ? node.callee.property : node.callee) === name;

/** The objects passed to `setup({…}).createMachine({…})`, and the number of all createMachine calls. */
function chartsIn(program: ESTree.Program): { charts: ESTree.ObjectExpression[]; made: number } {
  const charts: ESTree.ObjectExpression[] = [];
  let made = 0;
  new Visitor({
    CallExpression: (node) => {
      if (!calls(node, 'createMachine')) return;
      made += 1;
      const on = node.callee.type === 'MemberExpression' ? node.callee.object : node;
      const [setup] = calls(on, 'setup') ? on.arguments : [];
      const [chart] = node.arguments;
      if (setup?.type === 'ObjectExpression' && chart?.type === 'ObjectExpression') charts.push(chart);
    },
  }).visit(program);
  return { charts, made };
}

/** Parts of a chart that are not literal. */
function elsewhere(node: Node, key: string, value: boolean): string[] {
  if (node.type === 'ObjectExpression') {
    return node.properties.flatMap((part) => {
      if (part.type === 'SpreadElement') return [`a spread in ${key}`];
      if (part.computed) return [`a computed key in ${key}`];
      const name = nameOf(part.key);
      // A state may be named `output`; the key only counts where XState reads it.
      return elsewhere(part.value, name, value || (values.includes(name) && key !== 'states' && key !== 'on'));
    });
  }
  if (node.type === 'ArrayExpression') return node.elements.flatMap((it) => (it ? elsewhere(it, key, value) : []));
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return elsewhere(node.expression, key, value);
  if (node.type === 'SpreadElement') return [`a spread in ${key}`];
  return value || node.type === 'Literal' ? [] : [`${key} is not written out`];
}

/**
 * docs/charts.md#form One chart, one file of at most 250 lines (the house rule; 200 is the aim), `setup({…}).createMachine({…})`,
 * nothing spread, computed or imported.
 */
export const literalChart = ({ path, text, program }: Source): string[] => {
  const lines = text.trimEnd().split('\n').length;
  const { charts, made } = chartsIn(program);
  const faults = [
    ...(lines > longest ? [`${lines} lines, ${longest} are allowed`] : []),
    ...(made === 1 && charts.length === 1 ? [] : ['no single setup({…}).createMachine({…})']),
    ...charts.flatMap((chart) => elsewhere(chart, 'the chart', false)),
  ];
  return faults.map((fault) => `${path}: ${fault}`);
};

/** docs/charts.md#effects A chart imports XState, machines and domain; from the rest of src only types. */
export const chartImports = ({ path, imports }: Source): string[] =>
  imports
    .filter(
      ({ to, type }) => !(to === 'xstate' || /^(machines|src\/domain)\//.test(to) || (type && to.startsWith('src/'))),
    )
    .map(({ to }) => `${path} imports ${to}`);

/** docs/charts.md#contexts Values of `x.types.ts` are schemas: only other types files and `machines/snapshot.ts` import them. */
export const schemaImports = ({ path, imports }: Source): string[] =>
  /(\.types|^machines\/snapshot|\.test)\.ts$/.test(path)
    ? []
    : imports.filter(({ to, type }) => !type && to.endsWith('.types.ts')).map(({ to }) => `${path} imports ${to}`);

/** docs/charts.md#effects Time and keys are inputs: no clock and no random numbers in a chart or its actions. */
export const impurities = ({ path, program }: Source): string[] => {
  const found: string[] = [];
  const timers = ['setTimeout', 'setInterval'];
  new Visitor({
    CallExpression: ({ callee }) => {
      if (timers.includes(nameOf(callee))) found.push(nameOf(callee));
    },
    // A delayed event is a timer that a restored chart does not have (docs/charts.md#timers).
    Property: ({ key }) => {
      if (nameOf(key) === 'delay') found.push('delay');
    },
    MemberExpression: ({ object, property }) => {
      const name = `${nameOf(object)}.${nameOf(property)}`;
      if (['Date.now', 'Math.random', 'performance.now'].includes(name)) found.push(name);
      if ([nameOf(object), nameOf(property)].includes('crypto')) found.push('crypto');
    },
    NewExpression: ({ callee, arguments: args }) => {
      if (nameOf(callee) === 'Date' && args.length === 0) found.push('new Date()');
    },
  }).visit(program);
  return found.map((name) => `${path} uses ${name}`);
};
