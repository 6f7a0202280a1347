import { type ESTree, parseSync } from 'vite';
import { childrenOf, namesIn } from '../syntax.ts';
import { globalLacking, holders, memberLacking, membersByName } from './api-names.ts';
import { lackingAt } from './support.ts';

/** A feature that is used, the browsers that lack it, and one place of use. */
export type Use = { feature: string; lacking: readonly string[]; where: string };

type Node = ESTree.Node;

/** Visits every node with its parent. */
const walk = (node: Node, see: (node: Node, parent: Node | null) => void, parent: Node | null = null): void => {
  see(node, parent);
  for (const inner of childrenOf(node)) walk(inner, see, node);
};

/** Syntax that the build does not lower, or could miss, as paths in the data. */
const syntaxOf = (node: Node): string[][] => {
  if (node.type === 'StaticBlock') return [['classes', 'static', 'initialization_blocks']];
  if (node.type === 'ImportAttribute') return [['statements', 'import', 'import_attributes']];
  if (node.type === 'VariableDeclaration' && /using/.test(node.kind)) return [['statements', 'using']];
  if (node.type !== 'Literal' || !('regex' in node)) return [];
  const { pattern, flags } = node.regex;
  const parts: string[][] = [];
  if (/\(\?<[=!]/.test(pattern)) parts.push(['regular_expressions', 'lookbehind_assertion']);
  if (/\(\?[ims-]+:/.test(pattern)) parts.push(['regular_expressions', 'modifier']);
  if (flags.includes('v')) parts.push(['builtins', 'RegExp', 'unicodeSets']);
  if (flags.includes('d')) parts.push(['builtins', 'RegExp', 'hasIndices']);
  const names = [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
  if (new Set(names).size < names.length)
    parts.push(['regular_expressions', 'named_capturing_group', 'duplicate_named_capturing_groups']);
  return parts;
};

/** Names that a script defines itself: uses by name alone may refer to these. */
const ownNames = (program: Node): Set<string> => {
  const own = new Set<string>();
  const add = (node: Node) => {
    if (node.type === 'Identifier') own.add(node.name);
    if (node.type === 'Literal') own.add(String(node.value));
  };
  walk(program, (node, parent) => {
    if (node.type === 'Property' && parent?.type === 'ObjectExpression' && !node.computed) add(node.key);
    if ((node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') && !node.computed) add(node.key);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && !node.left.computed)
      add(node.left.property);
  });
  return own;
};

/** Names bound anywhere in a script; they do not refer to the global of that name. */
const boundNames = (program: Node): Set<string> => {
  const bound = new Set<string>();
  const bind = (node: Node | null | undefined): void => {
    for (const name of node ? namesIn(node) : []) bound.add(name);
  };
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') bind(node.id);
    if (node.type === 'CatchClause') bind(node.param);
    if (
      node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression'
    )
      for (const param of node.params) bind(param);
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') bind(node.id);
    if (/^Import(?:Default|Namespace)?Specifier$/.test(node.type) && 'local' in node) bind(node.local as Node);
  });
  return bound;
};

/**
 * Each use of a feature that an old browser lacks in the shipped scripts. Members of objects of unknown type are judged by name:
 * reported if all types with such a member are too new and no script defines the name.
 */
export const scriptUses = (scripts: readonly { path: string; text: string }[]): Use[] => {
  const parsed = scripts.map(({ path, text }) => ({ path, text, program: parseSync(path, text).program }));
  const own = new Set(parsed.flatMap(({ program }) => [...ownNames(program)]));
  const byName = membersByName();
  return parsed.flatMap(({ path, text, program }) => {
    const uses: Use[] = [];
    const bound = boundNames(program);
    const isGlobal = (node: Node): node is ESTree.IdentifierReference =>
      node.type === 'Identifier' && !bound.has(node.name);
    const add = (node: Node, feature: string, lacking: readonly string[] | undefined) => {
      if (!lacking?.length) return;
      uses.push({
        feature,
        lacking,
        where: `${path}: ${text.slice(Math.max(0, node.start - 30), node.end + 30).replaceAll('\n', ' ')}`,
      });
    };
    const named = (node: Node, name: string) => {
      const owners = byName.get(name);
      if (own.has(name) || !owners?.every(({ lacking }) => lacking.length > 0)) return;
      add(node, name, [...new Set(owners.flatMap(({ lacking }) => lacking))]);
    };
    walk(program, (node, parent) => {
      for (const syntax of syntaxOf(node)) add(node, syntax.join('.'), lackingAt('javascript', ...syntax));
      if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
        const { object, property } = node;
        if (!isGlobal(object)) return named(property, property.name);
        const holder = holders[object.name];
        if (holder === 'Window') return add(property, property.name, globalLacking(property.name));
        const lacking = memberLacking(holder ?? object.name, property.name, holder === undefined);
        if (lacking) return add(property, `${object.name}.${property.name}`, lacking);
        return named(property, property.name);
      }
      if (
        node.type === 'Property' &&
        parent?.type === 'ObjectPattern' &&
        node.key.type === 'Identifier' &&
        !node.computed
      )
        return named(node.key, node.key.name);
      const isKey =
        (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        ((parent?.type === 'Property' ||
          parent?.type === 'MethodDefinition' ||
          parent?.type === 'PropertyDefinition') &&
          parent.key === node &&
          !parent.computed);
      if (!isKey && isGlobal(node)) add(node, node.name, globalLacking(node.name));
    });
    return uses;
  });
};
