import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../machines/', import.meta.url));

/**
 * Fingerprint of the charts' states, invokes and contexts: whatever of them changes, a snapshot stored before does not
 * fit any more and is thrown away (docs/architecture.md#restore). Charts and their types are plain text, so the text is the fingerprint.
 */
export const chartsShape = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync('*/*.{machine,types}.ts', { cwd: root }).toSorted()) {
    hash.update(file).update(readFileSync(root + file));
  }
  return hash.digest('base64url').slice(0, 16);
};
