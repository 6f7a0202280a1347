import { createElement, type ReactNode } from 'react';
import { type Part, wholesOf } from '#src/domain/wholes.ts';

const elementOf = ({ text, whole }: Part): ReactNode =>
  whole ? createElement('span', { className: `whole ${whole}` }, text) : text;

/**
 * A text as content, without line breaks inside its dates, times, amounts and counts. The text itself stays as it is. It is one
 * element, because in a flexible box, such as a button, each part would be an item of its own.
 */
export const unbroken = (text: string): ReactNode => {
  const parts = wholesOf(text).map(elementOf);
  return parts.length > 1 ? createElement('span', null, ...parts) : parts[0];
};
