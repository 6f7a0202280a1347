import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const faults = (environment: Record<string, string>): string => {
  try {
    readEnv(environment);
    return '';
  } catch (thrown) {
    return String(thrown);
  }
};

describe('the environment', () => {
  it('needs nothing: a demo on port 4173', () => {
    expect(readEnv({ PORT: '' })).toMatchObject({ PORT: 4173, DATA_DIR: './data', APP_ENV: 'development', SEED: 1 });
  });

  it('takes addresses without the slash at their end', () => {
    expect(readEnv({ PUBLIC_URL: 'https://shop.example/' }).PUBLIC_URL).toBe('https://shop.example');
  });

  it.each([
    [{ PORT: '99999' }, 'PORT'],
    [{ PORT: 'x' }, 'PORT'],
    [{ APP_ENV: 'prod' }, 'APP_ENV'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ TICKET_SECRET: 'short' }, 'TICKET_SECRET'],
    [{ DATABASE_URL: 'postgres://x' }, 'TICKET_SECRET'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ APP_ENV: 'production' }, 'PUBLIC_URL'],
    [{ SEED_DATE: 'tomorrow' }, 'SEED_DATE'],
  ])('%j is refused by name: %s', (environment, name) => {
    expect(faults(environment)).toContain(`${name}: `);
  });
});
