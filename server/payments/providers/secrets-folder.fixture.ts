import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '#server/core/log.ts';
import type { ProviderEnv } from './env.ts';
import { openSiteSecrets } from './site-secrets.ts';

/** A folder of `SECRETS_DIR`, with processes that read it. `readEnv`: `readSettings`, which this room may not import. */
export const openFolder = <Env extends ProviderEnv>(readEnv: (environment: Record<string, string>) => Env) => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const path = (code: string) => join(folder, `${code}.json`);
  const write = (code: string, content: string, mode = 0o600): void => {
    writeFileSync(path(code), content);
    chmodSync(path(code), mode);
  };
  const remove = (code: string): void => rmSync(path(code));
  const open = (environment: Record<string, string> = {}) => {
    const logged: string[] = [];
    const log: Log = (level, event, facts = {}) => logged.push(`${level} ${event} ${facts.site} ${facts.because}`);
    const secrets = openSiteSecrets(readEnv({ SECRETS_DIR: folder, ...environment }), log);
    return { ...secrets, logged };
  };
  return { folder, write, remove, open, close: () => rmSync(folder, { recursive: true, force: true }) };
};
