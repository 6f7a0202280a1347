import { type ESTree, Visitor } from 'vite';
import { namesIn } from '#test/tools/syntax.ts';
import type { Source } from './source.ts';

const page = ['location', 'history', 'sessionStorage', 'localStorage', 'dataLayer'];
const all = ['window', 'document', ...page];

/**
 * Globals that a file may not use: charts none of the page's, src only through its mirrors and its device room (docs/architecture.md#page-globals,
 * docs/charts.md#effects).
 */
const forbidden = (path: string): readonly string[] => {
  if (/\.test\.tsx?$/.test(path) || /^src\/(device|mirrors)\//.test(path)) return [];
  if (path.startsWith('machines/')) return path === 'machines/shared/wait.ts' ? [] : all;
  return path.startsWith('src/') ? page : [];
};

/** A line for each forbidden use of the page's address, storage or data layer. */
export const globalFaults = ({ path, program }: Source): string[] => {
  const names = forbidden(path);
  if (names.length === 0) return [];
  /** Names with another meaning: parameters, variables, imports, keys, members of other objects. */
  const other = new Set<ESTree.Node>();
  const own = new Set<string>();
  const used: { name: string; node: ESTree.Node }[] = [];
  const pattern = (node: ESTree.Node): void => {
    for (const name of namesIn(node)) own.add(name);
  };
  const params = (node: { params: readonly ESTree.Node[] }) => node.params.forEach(pattern);
  const key = (node: { key: ESTree.Node; computed?: boolean }) => node.computed || other.add(node.key);
  new Visitor({
    VariableDeclarator: (node) => pattern(node.id),
    ImportSpecifier: (node) => own.add(node.local.name),
    FunctionDeclaration: params,
    FunctionExpression: params,
    ArrowFunctionExpression: params,
    Property: key,
    PropertyDefinition: key,
    TSPropertySignature: key,
    TSMethodSignature: key,
    MemberExpression: ({ object, property, computed }) => {
      const onPage = object.type === 'Identifier' && ['window', 'globalThis', 'self', 'document'].includes(object.name);
      if (!computed && !onPage) other.add(property);
    },
    JSXAttribute: (node) => other.add(node.name),
    Identifier: (node) => used.push({ name: node.name, node }),
  }).visit(program);
  return used
    .filter(({ name, node }) => names.includes(name) && !other.has(node) && !own.has(name))
    .map(({ name }) => `${path} touches ${name}`);
};
