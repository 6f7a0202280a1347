import { describe, expect, it } from 'vitest';
import { readArgs } from './cli.ts';

const number = 'AAAA-AAAA-AAAA';
const inputOf = (...args: string[]) => Object(readArgs(args)).input;

describe('a command line', () => {
  it('only plans with --dry-run, wherever that stands', () => {
    const planned = { reservation_number: number, dry_run: true };
    expect(inputOf('refund', number, '--dry-run')).toEqual(planned);
    expect(inputOf('refund', '--dry-run', number)).toEqual(planned);
    expect(inputOf('refund', number)).toEqual({ reservation_number: number });
  });

  it('has numbers as numbers', () => {
    expect(inputOf('capacity', 'slot', '5', '--site', 'mori')).toMatchObject({ seats: 5, site: 'mori' });
  });

  it.each([
    ['a number that is none', 'capacity', 'slot', '1e3', '--site', 'mori'],
    ['a needed option that is missing', 'capacity', 'slot', '5'],
    ['a second argument', 'refund', number, number],
    ['the start of an option', 'refund', number, '--dry'],
  ])('is refused with %s', (_, ...args) => {
    expect(() => readArgs(args)).toThrow();
  });
});
