import { expect, it } from 'vitest';
import { order } from '#test/paths/answers.ts';
import { applyFailure, applyLook, isClosed } from './hold.logic.ts';

it.each([
  ['open', false],
  ['expired', false],
  ['checking', true],
  ['paid', true],
  ['cancelled', true],
  ['refunded', true],
] as const)('an order that another tab made %s ends the purchase in this one: %s', (status, isOver) => {
  expect(isClosed({ order: { ...order, status }, at: 0 })).toBe(isOver);
});

it.each([
  ['extension_limit', { extensionsLeft: 0 }],
  ['request_error', {}],
] as const)('more time that is refused by %s is offered again, unless that cannot change', (code, part) => {
  const failure = { code, unknown: false };
  expect(applyFailure(failure)).toEqual({ failure, ...part });
});

it('more time that was refused here is not offered again by a look at the order, which another tab may have changed', () => {
  const failure = { code: 'extension_limit', unknown: false } as const;
  const found = { order: { ...order, extensions_left: 3 }, at: 1000 };
  const context = {
    token: '',
    expiresAt: 0,
    extensionsLeft: 0,
    lastAdmission: null,
    warned: true,
    attempt: { key: 'k', content: 'more time' },
  };
  const read = { expiresAt: found.at + order.seconds_left * 1000, lastAdmission: null, warned: false, attempt: null };
  expect(applyLook({ ...context, failure }, found)).toEqual({ ...read, extensionsLeft: 0, failure });
  expect(applyLook({ ...context, failure: null }, found)).toEqual({ ...read, extensionsLeft: 3, failure: null });
});
