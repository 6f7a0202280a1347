import { type ESTree, Visitor } from 'vite';
import type { Source } from './source.ts';

const nameOf = (node: ESTree.Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';

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

/** docs/charts.md#composition A selector reads one actor: it is not called again when another one changes. */
export const nestedSelectors = ({ path, text, program }: Source): string[] => {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, start, end }) => {
      const selects = nameOf(callee) === 'useSelector' && text.slice(start, end).includes('.getSnapshot(');
      if (selects) found.push(`${path} selects from another actor's snapshot`);
    },
  }).visit(program);
  return found;
};

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
