import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault, hashOf, newReservationNumber } from './tokens.ts';

const vault = createVault('the secret of these tests');
const purposes = ['order', 'mail', 'return', 'reservation'] as const;

describe('tokens', () => {
  it('are 24 bytes, the same for the same row, other for another purpose, row or secret', () => {
    const id = crypto.randomUUID();
    const made = purposes.map((purpose) => vault.token(purpose, id));
    expect(made.map((token) => Buffer.from(token, 'base64url').length)).toEqual([24, 24, 24, 24]);
    const others = [vault.token('order', crypto.randomUUID()), createVault('another').token('order', id)];
    expect(new Set([...made, ...others]).size).toBe(6);
    expect(vault.token('order', id)).toBe(made[0]);
    expect(hashOf(made[0] ?? '')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('and entry codes do not follow from each other: the code is 80 bits in letters that read well', () => {
    const codes = Array.from({ length: 500 }, () => vault.entryCode(crypto.randomUUID()));
    expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{16}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(500);
  });

  it('ids made from a text are always the same and shaped as UUIDs', () => {
    expect(vault.idOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(vault.idOf('a')).toBe(vault.idOf('a'));
    expect(vault.idOf('a')).not.toBe(vault.idOf('b'));
  });
});

describe('reservation numbers', () => {
  it('are three groups of four, never the same, without 0, O, 1 and I', () => {
    const numbers = Array.from({ length: 1000 }, newReservationNumber);
    expect(numbers.every((number) => /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/.test(number))).toBe(true);
    expect(new Set(numbers).size).toBe(1000);
  });
});

describe('sealed answers', () => {
  it('open with their key, and with nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (key, other, text) => {
        const sealed = vault.seal(key, text);
        expect(vault.unseal(key, sealed)).toBe(text);
        fc.pre(other !== key);
        expect(() => vault.unseal(other, sealed)).toThrow();
        expect(() => createVault('another').unseal(key, sealed)).toThrow();
      }),
    );
  });
});
