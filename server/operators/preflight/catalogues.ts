import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { hasTable } from '#server/db/migrate.ts';
import { type Db, noLimits, type OpenDatabase, openEmbedded, openPostgres } from '#server/db/open.ts';
import { readOpsAddress } from '#server/operators/client/address-file.ts';
import { sendCommand } from '#server/operators/client/send-command.ts';
import { type Finding, finding } from '#server/shared/finding.ts';
import { readOwners } from '#server/shared/sites/owners.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { type Method, MethodSchema } from '#src/domain/payment.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import type { PreflightEnv } from './env.ts';
import { deadEndNotes } from './notes.ts';

/** The payment methods in each site's catalogue; sites without a catalogue are missing. */
export type MethodsOnOffer = Readonly<Partial<Record<SiteCode, readonly Method[]>>>;

/** Reads the catalogues of a database at any schema version; before the first migration there are none. Writes nothing. */
export const readMethodsOnOffer = async (db: Db): Promise<MethodsOnOffer> => {
  if (!(await hasTable(db, 'payment_methods'))) return {};
  const all = await db
    .selectFrom('sites')
    .leftJoin('payment_methods', 'payment_methods.site', 'sites.code')
    .select(['sites.code', 'payment_methods.id'])
    .orderBy('payment_methods.position')
    .execute();
  const offered: Partial<Record<SiteCode, Method[]>> = {};
  for (const { code, id } of all) offered[code] = [...(offered[code] ?? []), ...(id === null ? [] : [id])];
  return offered;
};

/** Methods by catalogue, what is odd about them, and the owners of contracts and hosts (null: not known), as a database has them. */
export const readStored = async (db: Db, sites: Sites) => ({
  offered: await readMethodsOnOffer(db),
  notes: await deadEndNotes(sites, db),
  owners: await readOwners(db),
});

/** The same, with where they were read from, and a finding if that failed. */
type Catalogues = Awaited<ReturnType<typeof readStored>> & { source: string; findings: Finding[] };

const unread = { offered: {}, notes: [], owners: null, findings: [] };

/** Time limit for the database, ms. */
const timeout = 10_000;

const Answer = v.object({
  offered: v.record(SiteCodeSchema, v.array(MethodSchema)),
  owners: v.optional(v.record(v.string(), SiteCodeSchema)),
  notes: v.optional(v.array(v.object({ setting: v.string(), site: v.nullable(v.string()), problem: v.string() })), []),
});

const queryServer = async (folder: string): Promise<Catalogues | null> => {
  const address = readOpsAddress(folder);
  if (!address) return null;
  const answer = v.safeParse(Answer, await sendCommand(address, 'check', {}).catch(() => null));
  if (!answer.success) return null;
  const { owners, ...stored } = answer.output;
  const known = owners ? new Map(Object.entries(owners)) : null;
  return { ...stored, owners: known, source: 'asked of the running server', findings: [] };
};

const messageOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = 'code' in thrown ? String(thrown.code) : '';
  return thrown.message || code || thrown.name;
};

const readFrom = async (
  setting: string,
  source: string,
  sites: Sites,
  open: () => Promise<OpenDatabase>,
): Promise<Catalogues> => {
  const read = async (): Promise<Catalogues> => {
    const database = await open();
    try {
      return { ...(await readStored(database.db, sites)), source, findings: [] };
    } finally {
      await database.close();
    }
  };
  const late = pause(timeout, null, { ref: false }).then(() => {
    throw new Error(`no answer within ${timeout / 1000} s`);
  });
  try {
    return await Promise.race([read(), late]);
  } catch (thrown) {
    const problem = `its catalogues and owners could not be read, so payment methods, and whose contracts and hosts are, were not checked: ${messageOf(thrown)}`;
    return { ...unread, source: 'not read', findings: [finding(setting, problem)] };
  }
};

/**
 * Reads which methods the catalogues offer, without migrating or seeding. An embedded database that a server has open must not be
 * opened a second time: the server is queried.
 */
export const readCatalogues = async (env: PreflightEnv, sites: Sites): Promise<Catalogues> => {
  const { DATABASE_URL: url, DATA_DIR: folder } = env;
  if (env.APP_ENV === 'development') return { ...unread, source: 'not needed' };
  if (url) return readFrom('DATABASE_URL', 'PostgreSQL', sites, () => openPostgres(url, noLimits));
  const catalogues = await queryServer(folder);
  if (catalogues) return catalogues;
  if (!existsSync(join(folder, 'pg'))) return { ...unread, owners: new Map(), source: `none in ${folder} yet` };
  return readFrom('DATA_DIR', folder, sites, () => openEmbedded(folder));
};
