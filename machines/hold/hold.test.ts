import { expect, it } from 'vitest';
import { order } from '#test/paths/answers.ts';
import { applyFailure, closureOf } from './hold.logic.ts';

it.each([
  ['open', false],
  ['expired', false],
  ['checking', true],
  ['paid', true],
  ['cancelled', true],
  ['refunded', true],
] as const)('an order that another tab made %s ends the purchase in this one: %s', (status, isOver) => {
  expect(closureOf({ order: { ...order, status }, at: 0 }) !== null).toBe(isOver);
});

it.each([
  ['extension_limit', { extensionsLeft: 0 }],
  ['request_error', {}],
] as const)('more time that is refused by %s is offered again, unless that cannot change', (code, part) => {
  const failure = { code, unknown: false };
  expect(applyFailure(failure)).toEqual({ failure, ...part });
});
