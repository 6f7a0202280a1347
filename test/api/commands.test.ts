import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timed } from './kit/buyer.ts';
import { fillFolder } from './kit/database.ts';
import { runProgram, runScript, type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

const run = (folder: string, ...args: string[]) => runProgram('server/ops.ts', { DATA_DIR: folder }, ...args);

const Offers = v.object({
  products: v.array(
    v.object({ options: v.array(v.object({ id: v.string() })), time_spans: v.array(v.object({ id: v.string() })) }),
  ),
});

describe('npm run ops and npm run db, beside a shop that runs', () => {
  const { folder, remove } = temporaryFolder();
  const db = (...args: string[]) => runProgram('server/db.ts', { DATA_DIR: folder }, ...args);
  const file = join(folder, 'mine.json');
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    await fillFolder(folder);
    server = await startProcess(folder);
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    remove();
  });

  const productsOnSale = async (): Promise<string[]> => {
    const reply = await fetch(`${server?.url}/api/v1/products?lang=en`);
    const products: { uuid: string }[] = JSON.parse(await reply.text());
    return products.map(({ uuid }) => uuid);
  };

  it('works beside the server on the same database: lists, invites, and the mail is stored', async () => {
    const list = await run(folder, 'slots', '--site', 'nishinippon-event01', '--json');
    const { products } = v.parse(Offers, JSON.parse(list.out));
    const [slot = '', option = ''] = [products[0]?.time_spans[0]?.id, products[0]?.options[0]?.id];
    const guest = ['--mail', 'guest@visitor.example', '--name', '山田 花子', '--lang', 'en'];
    const what = ['--site', 'nishinippon-event01', '--slot', slot, '--option', `${option}=2`];
    const invited = await run(folder, 'invite', ...guest, ...what);
    expect(invited).toMatchObject({ code: 0, err: '' });
    expect(invited.out).toContain('guest@visitor.example is invited.');
    const mails = await (await fetch(`${server?.url}/sandbox/mails`)).text();
    expect(mails).toContain('/nishinippon-event01/#/mail-confirm?token=');
  });

  it('prints the reason of a rejection, with exit code 1, as JSON on request', async () => {
    const plain = await run(folder, 'gate', 'AAAA-AAAA-AAAA');
    expect(plain).toMatchObject({ code: 1, err: '' });
    expect(plain.out).toContain('No ticket has this code or number.');
    const result = await run(folder, 'refund', '--force', 'AAAA-AAAA-AAAA', '--json');
    expect(result.code).toBe(1);
    expect(JSON.parse(result.out)).toMatchObject({ refused: 'unknown' });
  });

  it('work on the embedded database of a running shop: what is withdrawn is off sale with the next request', async () => {
    expect(await db('export', 'borderless', file)).toMatchObject({ code: 0, err: '' });
    const whole = readFileSync(file, 'utf8');
    const catalogue = JSON.parse(whole);
    const products = catalogue.products.filter((one: { uuid: string }) => one.uuid !== timed);
    writeFileSync(file, JSON.stringify({ ...catalogue, products, set_products: [], coupons: [] }));
    const planned = await db('import', file, '--dry-run');
    expect([planned.code, planned.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Nothing was written[^]*withdrawn +product ${timed}`)),
    ]);
    const { code, out, err } = await runScript({ DATA_DIR: folder }, 'db', 'import', file, '--dry-run');
    expect([code, out], 'npm took the option for itself').toEqual([2, '']);
    expect(err).toContain(`Write -- before the options: npm run db -- import ${file} --dry-run\n`);
    expect(await productsOnSale()).toContain(timed);
    expect((await db('import', file)).code).toBe(0);
    expect(await productsOnSale()).not.toContain(timed);
    writeFileSync(file, whole);
    expect((await db('import', file)).code).toBe(0);
    expect(await db('export', 'borderless', file)).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('refuse with exit code 1 and plain words, and misuse with 2', async () => {
    writeFileSync(file, '{"site": "borderless"}');
    const refused = await db('import', file);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(
      `${file}: The catalogue is refused, and nothing was changed:\nlanguages: is missing.`,
    );
    expect((await db('import', join(folder, 'none.json'))).err).toContain('cannot be read: there is no such file.');
    expect(await db('import')).toMatchObject({ code: 2 });
  });

  it('work without the shop as well, also after it was killed', async () => {
    await server?.end('SIGKILL');
    expect(await db('export', 'borderless', file)).toMatchObject({ code: 0, err: '' });
    const [product] = JSON.parse(readFileSync(file, 'utf8')).products;
    writeFileSync(file, `day,product,from,to,capacity\n2031-05-01,${product.uuid},9:00,9:30,4\n`);
    expect((await db('import', file, '--site', 'borderless')).out).toContain('borderless: 1 new');
  });
});
