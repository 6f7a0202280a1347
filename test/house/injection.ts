import { type ESTree, Visitor } from 'vite';
import { namesIn } from '#test/tools/syntax.ts';
import type { Source } from './source.ts';

type Range = { start: number; end: number };
type Fn = Range & { params: ESTree.Node[] };

const isWithin = (inner: Range, outer: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Variables that functions can change: every `let` of the module, and the named properties of its object literals. */
const variablesOf = ({ body }: ESTree.Program) => {
  const declarations = body.flatMap((node) => {
    const own = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    return own?.type === 'VariableDeclaration' ? own.declarations.map(({ id, init }) => ({ own, id, init })) : [];
  });
  return {
    lets: new Set(declarations.filter(({ own }) => own.kind === 'let').flatMap(({ id }) => namesIn(id))),
    objects: new Set(
      declarations.filter(({ init }) => init?.type === 'ObjectExpression').flatMap(({ id }) => namesIn(id)),
    ),
  };
};

/** Callbacks that the module itself passes on while it is loaded: an event's listener is not called by another module. */
const ownCallbacks = ({ body }: ESTree.Program): Range[] =>
  body.flatMap((node) =>
    node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression' ? node.expression.arguments : [],
  );

/**
 * Hidden injection: `path name` for each variable of a module that a function of the module sets from its arguments. Another
 * module decides then what this one uses, and neither's imports show it.
 */
export const injectionsIn = ({ path, program }: Source): string[] => {
  const { lets, objects } = variablesOf(program);
  if (lets.size + objects.size === 0) return [];
  const functions: Fn[] = [];
  const derived: { range: Range; names: string[]; from: Range }[] = [];
  const assigned: { name: string; range: Range; value: Range }[] = [];
  const used: { name: string; range: Range }[] = [];
  const labels = new Set<ESTree.Node>();
  const add = (node: Range & { params: ESTree.Node[] }) => functions.push(node);
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    VariableDeclarator: (node) => node.init && derived.push({ range: node, names: namesIn(node.id), from: node.init }),
    ForOfStatement: (node) => {
      if (node.left.type !== 'VariableDeclaration') return;
      derived.push({ range: node, names: node.left.declarations.flatMap(({ id }) => namesIn(id)), from: node.right });
    },
    AssignmentExpression: (node) => {
      const { left, right } = node;
      const isField = left.type === 'MemberExpression' && !left.computed;
      if (left.type === 'Identifier' && lets.has(left.name))
        assigned.push({ name: left.name, range: node, value: right });
      if (isField && left.object.type === 'Identifier' && objects.has(left.object.name))
        assigned.push({ name: left.object.name, range: node, value: right });
    },
    MemberExpression: ({ property, computed }) => {
      if (!computed) labels.add(property);
    },
    Property: ({ key, computed, shorthand }) => {
      if (!computed && !shorthand) labels.add(key);
    },
    Identifier: (node) => {
      if (!labels.has(node)) used.push({ name: node.name, range: node });
    },
  }).visit(program);
  const own = ownCallbacks(program);
  const isInjected = ({ range, value }: (typeof assigned)[number]): boolean => {
    if (own.some((callback) => isWithin(range, callback))) return false;
    const enclosing = functions.filter((fn) => isWithin(range, fn));
    const names = new Set(enclosing.flatMap(({ params }) => params.flatMap(namesIn)));
    const mentions = (part: Range) => used.some(({ name, range: at }) => names.has(name) && isWithin(at, part));
    const local = derived.filter((one) => enclosing.some((fn) => isWithin(one.range, fn)));
    for (let size = -1; size < names.size; ) {
      size = names.size;
      for (const one of local) if (mentions(one.from)) for (const name of one.names) names.add(name);
    }
    return mentions(value);
  };
  return [...new Set(assigned.filter(isInjected).map(({ name }) => `${path} ${name}`))];
};
