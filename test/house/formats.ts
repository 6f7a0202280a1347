import { dirname, join } from 'node:path';
import type { ESTree } from 'vite';
import { childrenOf, isNode } from '#test/tools/syntax.ts';
import type { Source } from './source.ts';

/** Locales that are chosen because their dates look like ISO 8601; their format is not specified anywhere. */
const machineLocales = /^(?:en-(?:CA|ZA|SE)|fr-CA|sv|lt|eo|af|se|ts|zu)(?:-|$)/;
const formats = /^(?:format|formatRange|formatToParts|toLocale(?:Date|Time)?String)$/;
const reading =
  /^(?:split|match|matchAll|search|slice|substring|substr|replace|replaceAll|at|charAt|charCodeAt|codePointAt|indexOf|lastIndexOf|includes|startsWith|endsWith|localeCompare|trim|padStart|padEnd|find|filter|map)$/;
const computing = /^(?:[=!]==?|[<>]=?|-|\*|\/|%|\*\*)$/;
const parsers = /^(?:Number|parseInt|parseFloat|BigInt|Date|parse|exec|test)$/;

type Node = ESTree.Node;
type Scope = Map<string, boolean>;

const isFunction = (node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';
const nameOf = (node: Node): string => {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
};

/** The return values of a function, without those of functions inside it. */
const returnedBy = (node: Node): Node[] => {
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body];
  const find = (inner: Node): Node[] => {
    if (inner.type === 'ReturnStatement') return inner.argument ? [inner.argument] : [];
    return isFunction(inner) ? [] : childrenOf(inner).flatMap(find);
  };
  return childrenOf(node).flatMap(find);
};

const targetOf = (path: string, wanted: string): string =>
  wanted.startsWith('#') ? wanted.slice(1) : join(dirname(path), wanted);

/** The faults of one file, and its exports that return formatted text; `known` has those of other files as `path name`. */
const judge = ({ path, text, program }: Source, known: ReadonlySet<string>) => {
  const faults: string[] = [];
  const exported: string[] = [];
  const scopes: Scope[] = [new Map()];
  const look = (name: string) => scopes.findLast((scope) => scope.has(name))?.get(name) ?? false;

  const isFormatted = (node: Node): boolean => {
    if (node.type === 'Identifier') return look(node.name);
    if (node.type === 'CallExpression')
      return node.callee.type === 'MemberExpression' ? formats.test(nameOf(node.callee)) : isFormatted(node.callee);
    if (isFunction(node)) return returnedBy(node).some(isFormatted);
    if (node.type === 'TemplateLiteral') return node.expressions.some(isFormatted);
    if (node.type === 'BinaryExpression' && node.operator === '+') return [node.left, node.right].some(isFormatted);
    if (node.type === 'LogicalExpression') return [node.left, node.right].some(isFormatted);
    if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].some(isFormatted);
    if (
      node.type === 'ParenthesizedExpression' ||
      /^(?:TS\w+Expression|ChainExpression|AwaitExpression)$/.test(node.type)
    )
      return childrenOf(node).slice(0, 1).some(isFormatted);
    return false;
  };
  const fault = (node: Node, what: string) =>
    faults.push(`${path} ${what}: ${text.slice(node.start, node.end).split('\n', 1)}`);

  const check = (node: Node): void => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = nameOf(node.callee);
      if (node.callee.type === 'MemberExpression' && reading.test(name) && isFormatted(node.callee.object))
        fault(node, 'reads formatted text');
      if (parsers.test(name) && node.arguments.some(isFormatted)) fault(node, 'parses formatted text');
      const [locale] = node.arguments;
      const isFormat = /^(?:DateTimeFormat|NumberFormat|toLocale(?:Date|Time)?String)$/.test(name);
      if (isFormat && locale?.type === 'Literal' && machineLocales.test(String(locale.value)))
        fault(node, 'formats for a machine');
    }
    if (node.type === 'BinaryExpression' && computing.test(node.operator) && [node.left, node.right].some(isFormatted))
      fault(node, 'computes with formatted text');
    if (node.type === 'UnaryExpression' && /^[+-]$/.test(node.operator) && isFormatted(node.argument))
      fault(node, 'computes with formatted text');
    if (node.type === 'SwitchStatement' && isFormatted(node.discriminant)) fault(node, 'decides by formatted text');
    if (node.type === 'MemberExpression' && node.computed && [node.object, node.property].some(isFormatted))
      fault(node, 'takes formatted text for a key or apart');
    if (
      (node.type === 'SpreadElement' && isFormatted(node.argument)) ||
      (node.type === 'ForOfStatement' && isFormatted(node.right))
    )
      fault(node, 'takes formatted text apart');
    if (node.type === 'VariableDeclarator' && node.id.type === 'ArrayPattern' && node.init && isFormatted(node.init))
      fault(node, 'takes formatted text apart');
  };

  const declare = (node: Node): void => {
    const scope = scopes.at(-1);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      scope?.set(node.id.name, isFormatted(node.init));
    if (node.type === 'FunctionDeclaration' && node.id) scope?.set(node.id.name, isFormatted(node));
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier' && known.has(`${targetOf(path, node.source.value)} ${nameOf(one.imported)}`))
          scope?.set(one.local.name, true);
  };

  const walk = (node: Node): void => {
    check(node);
    if (isFunction(node) || node.type === 'BlockStatement') {
      const own: Scope = new Map();
      if (isFunction(node))
        for (const param of node.params) if (param.type === 'Identifier') own.set(param.name, false);
      scopes.push(own);
      childrenOf(node).forEach(walk);
      scopes.pop();
    } else childrenOf(node).forEach(walk);
    declare(node);
  };
  walk(program);
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue;
    const { declaration } = node;
    const ids =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id)
        : [Reflect.get(declaration, 'id')];
    for (const id of ids) if (isNode(id) && look(nameOf(id))) exported.push(`${path} ${nameOf(id)}`);
  }
  return { faults, exported };
};

/** A line for every place where code parses formatted text, whose form depends on the engine and may change. */
export const formatFaults = (sources: readonly Source[]): string[] => {
  const known = new Set<string>();
  for (let size = -1; size < known.size; ) {
    size = known.size;
    for (const source of sources) for (const name of judge(source, known).exported) known.add(name);
  }
  return [...new Set(sources.flatMap((source) => judge(source, known).faults))];
};
