import { type ESTree, Visitor } from 'vite';
import type { Source } from './source.ts';

const spoken = 'aria-label aria-description aria-roledescription aria-valuetext placeholder title alt label'.split(' ');
const letters = /\p{L}/u;

/** A line for each text in a component that is not from a catalogue. */
export const literalFaults = ({ path, program }: Source): string[] => {
  const faults: string[] = [];
  const judge = (text: string) => letters.test(text) && faults.push(`${path} says “${text.trim()}”`);
  /** A string in a place that visitors read, including branches of a condition. */
  const value = (node: ESTree.Node): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') judge(node.value);
    if (node.type === 'TemplateLiteral') for (const part of node.quasis) judge(part.value.raw);
    if (node.type === 'JSXExpressionContainer') value(node.expression);
    if (node.type === 'ConditionalExpression') for (const side of [node.consequent, node.alternate]) value(side);
    if (node.type === 'LogicalExpression') value(node.right);
  };
  new Visitor({
    JSXText: (node) => judge(node.value),
    JSXElement: (node) => node.children.filter((child) => child.type === 'JSXExpressionContainer').forEach(value),
    JSXFragment: (node) => node.children.filter((child) => child.type === 'JSXExpressionContainer').forEach(value),
    JSXAttribute: ({ name, value: attribute }) => {
      if (attribute && name.type === 'JSXIdentifier' && spoken.includes(name.name)) value(attribute);
    },
  }).visit(program);
  return faults;
};
