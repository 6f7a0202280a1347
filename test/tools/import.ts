/**
 * `npm run tool -- import`: imports a catalogue of 100 products and 100,000 timespans from its file, and compares the time with
 * COPY of the same rows into the same tables, in turns. On a throw-away PostgreSQL, with `-- --embedded` or without its programs on
 * the embedded database. Exits with 1 beyond three times.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { importCatalogue } from '#server/catalogue/import.ts';
import { readFile } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { noLimits } from '#server/db/limits.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Db, openEmbedded, openPostgres } from '#server/db/open.ts';
import { onEnd } from '#server/ending.mjs';
import { seedDatabase } from '#server/seed/seed.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { catalogueOf } from '#test/api/kit/venue.ts';
import { median } from './bench/load.ts';
import { startPostgres } from './postgres.mjs';

const [products, spansEach, rounds, atMost] = [100, 1_000, 3, 3];
const today = venueDay(Date.now());

/** A catalogue of many products with slots of half an hour. */
const large = (pattern: Catalogue): Catalogue => {
  const [product] = pattern.products;
  if (!product) throw new Error('No product.');
  const start = Date.parse(`${addDays(today, 1)}T09:00:00+09:00`);
  return {
    ...pattern,
    set_products: [],
    coupons: [],
    products: Array.from({ length: products }, (_none, at) => ({
      ...product,
      uuid: `product-${at}`,
      options: product.options.map((option) => ({ ...option, id: `${at}-${option.id}` })),
      time_spans: Array.from({ length: spansEach }, (_no, index) => {
        const from = start + index * 1_800_000;
        const reservation_from = new Date(from).toISOString();
        const reservation_to = new Date(from + 1_800_000).toISOString();
        const times = {
          reservation_from,
          reservation_to,
          sale_from: `${today}T00:00:00+09:00`,
          sale_to: reservation_to,
        };
        return { id: `slot-${at}-${index}`, capacity: 40, surcharge: 0, ...times };
      }),
    })),
  };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const columns = sql.raw(
  'site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, surcharge',
);
const clear = (db: Db) => sql`delete from time_spans where site = 'borderless'`.execute(db);

/** The database reads the file itself: the fastest way in. */
const copied = async (db: Db, file: string): Promise<number> => {
  await clear(db);
  return timed(() => sql`copy time_spans (${columns}) from ${sql.lit(file)} with (format csv)`.execute(db));
};

const postgres = process.argv.includes('--embedded') ? undefined : await startPostgres();
onEnd(() => {
  postgres?.stop();
  process.exit(1);
});
const folder = mkdtempSync(join(tmpdir(), 'import-'));
/* The server's own user writes and reads the rows. */
chmodSync(folder, 0o777);
const { db, close } = postgres ? await openPostgres(postgres.url, noLimits) : await openEmbedded(null);
try {
  await migrate(db);
  await seedDatabase(db, today, 1, ['borderless']);
  const text = JSON.stringify(large(await catalogueOf(db, 'borderless')));
  const run = (content: string) =>
    importCatalogue(
      db,
      readFile(content, undefined, async () => {}),
      today,
    );
  await run(text);
  /* The embedded database has files of its own, in memory. */
  const file = postgres ? join(folder, 'spans.csv') : '/tmp/spans.csv';
  const onSale = sql`select ${columns} from time_spans where site = 'borderless' and withdrawn_at is null`;
  await sql`copy (${onSale}) to ${sql.lit(file)} with (format csv)`.execute(db);
  const imports: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await clear(db);
    imports.push(await timed(() => run(text)));
    copies.push(await copied(db, file));
  }
  const again = await timed(() => run(text));
  const figure = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`;
  console.log(
    `${postgres ? 'PostgreSQL' : 'PGlite'}: ${products} products, ${(products * spansEach).toLocaleString('en')} timespans`,
  );
  console.log(`  import        ${figure(median(imports))} (from ${Math.round(text.length / 1e6)} MB of JSON)`);
  console.log(`  the same again ${figure(again)}`);
  const ratio = median(imports) / median(copies);
  console.log(`  COPY          ${figure(median(copies))}\n  ratio         ${ratio.toFixed(2)} (at most ${atMost})`);
  process.exitCode = ratio <= atMost ? 0 : 1;
} finally {
  await close();
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
