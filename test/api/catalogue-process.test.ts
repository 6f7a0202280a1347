import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timed } from './kit/buyer.ts';
import { fillFolder } from './kit/database.ts';
import { runProgram, type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

const run = (folder: string, ...args: string[]) => runProgram('server/db.ts', { DATA_DIR: folder }, ...args);

describe('npm run db -- import and export', () => {
  const { folder, remove } = temporaryFolder();
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

  it('work on the embedded database of a running shop: what is withdrawn is off sale with the next request', async () => {
    expect(await run(folder, 'export', 'borderless', file)).toMatchObject({ code: 0, err: '' });
    const whole = readFileSync(file, 'utf8');
    const catalogue = JSON.parse(whole);
    expect(await productsOnSale()).toContain(timed);
    const less = {
      ...catalogue,
      products: catalogue.products.filter((one: { uuid: string }) => one.uuid !== timed),
      set_products: [],
      coupons: [],
    };
    writeFileSync(file, JSON.stringify(less));
    const planned = await run(folder, 'import', file, '--dry-run');
    expect([planned.code, planned.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Nothing was written[^]*withdrawn +product ${timed}`)),
    ]);
    expect(await productsOnSale()).toContain(timed);
    expect((await run(folder, 'import', file)).code).toBe(0);
    expect(await productsOnSale()).not.toContain(timed);
    writeFileSync(file, whole);
    expect((await run(folder, 'import', file)).code).toBe(0);
    expect(await run(folder, 'export', 'borderless', file)).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('refuse with exit code 1 and plain words, and misuse with 2', async () => {
    writeFileSync(file, '{"site": "borderless"}');
    const refused = await run(folder, 'import', file);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(
      `${file}: The catalogue is refused, and nothing was changed:\nlanguages: is missing.`,
    );
    expect((await run(folder, 'import', join(folder, 'none.json'))).err).toContain(
      'cannot be read: there is no such file.',
    );
    expect(await run(folder, 'import', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is a folder'),
    });
    expect(await run(folder, 'import')).toMatchObject({ code: 2 });
    expect(await run(folder, 'export', 'nowhere', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('nowhere is not among the sites of this server'),
    });
  });

  it('work without the shop as well, also after it was killed', async () => {
    await server?.end('SIGKILL');
    expect(await run(folder, 'export', 'borderless', file)).toMatchObject({ code: 0, err: '' });
    const again = await run(folder, 'import', file, '--json');
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      0,
      { done: 'catalogue-import', totals: { new: 0, changed: 0, refused: 0 } },
    ]);
    const [product] = JSON.parse(readFileSync(file, 'utf8')).products;
    writeFileSync(file, `day,product,from,to,capacity\n2031-05-01,${product.uuid},9:00,9:30,4\n`);
    expect((await run(folder, 'import', file, '--site', 'borderless')).out).toContain('borderless: 1 new');
  });
});
