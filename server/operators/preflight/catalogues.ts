import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { noLimits, type OpenDatabase, openEmbedded, openPostgres } from '#server/db/open.ts';
import { readOpsAddress } from '#server/operators/client/address-file.ts';
import { sendCommand } from '#server/operators/client/send-command.ts';
import { type Finding, finding } from '#server/shared/finding.ts';
import { type Owners, readOwners } from '#server/shared/sites/owners.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { SiteCodeSchema } from '#src/domain/site-code.ts';
import type { PreflightEnv } from './env.ts';
import { type MethodsOnOffer, readMethodsOnOffer } from './methods-on-offer.ts';
import { deadEndNotes } from './notes.ts';

/** Methods by catalogue, what is odd about them, owners of contracts and hosts (null: not known), where they were read from, and a finding if that failed. */
export type Catalogues = {
  offered: MethodsOnOffer;
  notes: Finding[];
  owners: Owners | null;
  source: string;
  findings: Finding[];
};

const unread = { offered: {}, notes: [], owners: null };

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
  const { owners } = answer.output;
  return {
    ...answer.output,
    owners: owners ? new Map(Object.entries(owners)) : null,
    source: 'asked of the running server',
    findings: [],
  };
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
      const [offered, notes] = [await readMethodsOnOffer(database.db), await deadEndNotes(sites, database.db)];
      return { offered, notes, owners: await readOwners(database.db), source, findings: [] };
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
  if (env.APP_ENV === 'development') return { ...unread, source: 'not needed', findings: [] };
  if (url) return readFrom('DATABASE_URL', 'PostgreSQL', sites, () => openPostgres(url, noLimits));
  const catalogues = await queryServer(folder);
  if (catalogues) return catalogues;
  if (!existsSync(join(folder, 'pg')))
    return { ...unread, owners: new Map(), source: `none in ${folder} yet`, findings: [] };
  return readFrom('DATA_DIR', folder, sites, () => openEmbedded(folder));
};
