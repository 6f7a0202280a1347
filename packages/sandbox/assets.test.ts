import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientScript } from './assets.ts';

const folder = new URL('./browser/', import.meta.url);

/** Values that the parts of the browser library import from each other. */
const imported = readdirSync(folder)
  .filter((name) => name.startsWith('client'))
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^import \{([^}]*)\} from/gm)])
  .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  .filter((name) => name !== '' && !name.startsWith('type '));

describe('the browser library as one script', () => {
  it('contains everything that its parts import', () => {
    const script = clientScript();
    const missing = imported.filter(
      (name) => !new RegExp(`^(async )?(function|const|class) ${name}\\b`, 'm').test(script),
    );
    expect(imported).toContain('openModal');
    expect(missing).toEqual([]);
  });
});
