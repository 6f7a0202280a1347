import type { ESTree } from 'vite';
import type { Source } from './source.ts';

/** Rooms whose functions other rooms use: each public function has a doc comment. */
const rooms = /^(machines|src\/domain|src\/api|server)\//;

const isFunction = (node: ESTree.Node | null | undefined): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

const namesIn = (node: ESTree.Node | null): string[] => {
  if (node?.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  if (node?.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id, init }) => (isFunction(init) && id.type === 'Identifier' ? [id.name] : []));
};

/** A line for each public function of those rooms without a doc comment. */
export const docFaults = ({ path, text, program }: Source): string[] => {
  if (!rooms.test(path) || /\.test\.tsx?$/.test(path)) return [];
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const isTold = text.slice(0, node.start).trimEnd().endsWith('*/');
    return isTold ? [] : namesIn(node.declaration).map((name) => `${path}: ${name} says nothing of itself`);
  });
};
