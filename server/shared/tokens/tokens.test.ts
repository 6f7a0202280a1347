import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { createTokenService, newReservationNumber } from './tokens.ts';

const tokens = createTokenService({ secrets: ['the secret of these tests'] });
const purposes = ['order', 'mail', 'return', 'reservation'] as const;

describe('tokens', () => {
  it('are 24 bytes, stable for a row, and different for another purpose, row or secret', () => {
    const id = crypto.randomUUID();
    const made = purposes.map((purpose) => tokens.token(purpose, id));
    expect(made.map((token) => Buffer.from(token, 'base64url').length)).toEqual([24, 24, 24, 24]);
    const others = [
      tokens.token('order', crypto.randomUUID()),
      createTokenService({ secrets: ['another'] }).token('order', id),
    ];
    expect(new Set([...made, ...others]).size).toBe(6);
    expect(tokens.token('order', id)).toBe(made[0]);
    expect(hashOf(made[0] ?? '')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('entry codes are unique and use only unambiguous characters', () => {
    const codes = Array.from({ length: 500 }, () => tokens.entryCode(crypto.randomUUID()));
    expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{16}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(500);
  });

  it('ids derived from a text are stable and shaped as UUIDs', () => {
    expect(tokens.idOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(tokens.idOf('a')).toBe(tokens.idOf('a'));
    expect(tokens.idOf('a')).not.toBe(tokens.idOf('b'));
  });
});

it('reservation numbers are unique, with three groups of four characters and without 0, O, 1 and I', () => {
  const numbers = Array.from({ length: 1000 }, newReservationNumber);
  expect(numbers.every((number) => /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/.test(number))).toBe(true);
  expect(new Set(numbers).size).toBe(1000);
});

it('sealed responses can be unsealed only with their own key and secret', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (key, other, text) => {
      const sealed = tokens.seal(key, text);
      expect(tokens.unseal(key, sealed)).toBe(text);
      fc.pre(other !== key);
      expect(() => tokens.unseal(other, sealed)).toThrow();
      expect(() => createTokenService({ secrets: ['another'] }).unseal(key, sealed)).toThrow();
    }),
  );
});
