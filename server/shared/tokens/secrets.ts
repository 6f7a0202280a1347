import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { fingerprintOf } from '#server/core/crypto.ts';
import { jsonSetting } from '#server/core/settings.ts';
import type { DatabaseEnv } from '#server/db/env.ts';
import type { Db } from '#server/db/open.ts';

const Secret = v.pipe(v.string(), v.minLength(32, 'at least 32 characters'));

const fallbackFormat = 'a JSON list of secrets, each at least 32 characters: ["…"]';

/** Settings of the secrets that tokens and entry codes are derived from. */
export const secretEntries = {
  /**
   * Signs tokens and entry codes, at least 32 characters, the same in all processes; without it the first line of
   * `DATA_DIR/secret`, made once.
   */
  TICKET_SECRET: v.optional(Secret),
  /**
   * Earlier secrets that are still accepted, a JSON list (operations.md, “Secrets”); without it the other lines of
   * `DATA_DIR/secret`.
   */
  TICKET_SECRET_FALLBACKS: v.optional(v.pipe(jsonSetting(fallbackFormat), v.array(Secret, fallbackFormat))),
};

/** The first one signs; all are accepted. */
export type Secrets = readonly [string, ...string[]];

const fileOf = (folder: string): string => join(folder, 'secret');
const newSecret = (): string => randomBytes(32).toString('base64url');

const listOf = ([first, ...others]: readonly string[]): Secrets => {
  if (first === undefined) throw new Error('There is no secret to sign with.');
  return [first, ...new Set(others.filter((other) => other !== first))];
};

/** The secrets in a data folder, one per line; the first is created if there is none. Only the owner can read the file. */
export const folderSecrets = (folder: string): Secrets => {
  const file = fileOf(folder);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, newSecret(), { mode: 0o600, flag: 'wx' });
  }
  return listOf(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
};

/** Adds a new first secret to the file of a data folder. Running processes go on with the ones they read. */
export const rotateFolderSecret = (folder: string): Secrets => {
  const secrets = listOf([newSecret(), ...folderSecrets(folder)]);
  writeFileSync(fileOf(folder), `${secrets.join('\n')}\n`, { mode: 0o600 });
  return secrets;
};

export type SecretEnv = v.InferOutput<v.ObjectSchema<typeof secretEntries, undefined>> & Pick<DatabaseEnv, 'DATA_DIR'>;

/** The configured secrets, else those of the data folder. */
export const secretsOf = ({ TICKET_SECRET, TICKET_SECRET_FALLBACKS = [], DATA_DIR }: SecretEnv): Secrets =>
  TICKET_SECRET === undefined ? folderSecrets(DATA_DIR) : listOf([TICKET_SECRET, ...TICKET_SECRET_FALLBACKS]);

/** A secret that tokens of this database were made with; `secret` is undefined when it is not configured. */
export type SigningKey = { fingerprint: string; registered_at: Date; secret: string | undefined };

/** The secrets that this database was written with, the oldest first. */
export const signingKeys = async (db: Db, secrets: readonly string[]): Promise<SigningKey[]> => {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('registered_at')
    .orderBy('fingerprint')
    .execute();
  return rows.map((row) => ({ ...row, secret: secrets.find((secret) => fingerprintOf(secret) === row.fingerprint) }));
};

/**
 * Records the signing secret. Returns all secrets and the one that ids are derived from, for `createTokenService`. Throws when a secret
 * that this database needs is not configured: tickets made with it could not be shown.
 */
export const registerSecrets = async (db: Db, secrets: Secrets): Promise<{ secrets: Secrets; ids: string }> => {
  const missing = (await signingKeys(db, secrets)).filter(({ secret }) => secret === undefined);
  if (missing.length > 0)
    throw new Error(
      [
        'TICKET_SECRET: the database has tickets whose codes were made with a secret that is not configured',
        `(fingerprint ${missing.map(({ fingerprint }) => fingerprint).join(', ')}).`,
        'Set it in TICKET_SECRET_FALLBACKS, or on a line of DATA_DIR/secret.',
        'If it is lost: npm run db -- secrets --help.',
      ].join(' '),
    );
  await db
    .insertInto('signing_keys')
    .values({ fingerprint: fingerprintOf(secrets[0]) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [oldest] = await signingKeys(db, secrets);
  return { secrets, ids: oldest?.secret ?? secrets[0] };
};

/** Deletes the record of a secret that is no longer configured. Returns false when the fingerprint is unknown. */
export const retireSecret = async (db: Db, fingerprint: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('signing_keys')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
