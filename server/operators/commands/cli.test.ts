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

  it('is refused when npm took an option for itself, and says how to write it', () => {
    const taken = { npm_config_force: 'true', npm_config_dryrun: 'true', npm_config_site: 'mori' };
    expect(() => readArgs(['refund', number, '--json'], taken)).toThrow(
      `Write -- before the options: npm run ops -- refund ${number} --json --site … --force --dry-run\n`,
    );
    const written = ['refund', number, '--site=mori', '--force', '--dry-run'];
    expect(Object(readArgs(written, taken)).input).toMatchObject({ site: 'mori', dry_run: true });
  });

  it.each(['１０００', '-5', '1,000'])('says how to write an amount instead of %s', (amount) => {
    expect(() => readArgs(['refund', number, '--amount', amount])).toThrow('Write a whole number in digits');
  });

  it.each([
    ['a number that is none', 'capacity', 'slot', '1e3', '--site', 'mori'],
    ['a needed option that is missing', 'capacity', 'slot', '5'],
    ['a second argument', 'refund', number, number],
    ['the start of an option', 'refund', number, '--dry'],
    ['an option that has one value twice', 'call-off', '--slot', 'a', '--slot', 'b', '--site', 'mori'],
  ])('is refused with %s', (_, ...args) => {
    expect(() => readArgs(args)).toThrow();
  });
});
