import type { ESTree } from 'vite';

type Node = ESTree.Node;

/** The names that a pattern declares. */
export const namesIn = (pattern: Node): string[] => {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((part) => (part ? namesIn(part) : []));
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((part) => namesIn(part.type === 'Property' ? part.value : part));
};
