import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../machines/', import.meta.url));

/**
 * Fingerprint of the charts' states, invokes and contexts. When any of them changes, stored snapshots no longer fit and are
 * discarded (docs/architecture.md#restore). The source text of charts and their types is hashed, since it determines all of them.
 */
export const chartsShape = (): string => {
  const hash = createHash('sha256');
  // The facts of a purchase are a part of its context.
  const facts = '../src/domain/purchase-facts.ts';
  for (const file of [...globSync('*/*.{machine,types}.ts', { cwd: root }).toSorted(), facts]) {
    hash.update(file).update(readFileSync(root + file));
  }
  return hash.digest('base64url').slice(0, 16);
};
