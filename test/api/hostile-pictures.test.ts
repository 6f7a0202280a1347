import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { exampleFolder } from '#src/sites/folder.ts';
import { choiceOf, customer, tomorrow } from './kit/buyer.ts';
import { createCall, sendWithKeys } from './kit/call.ts';
import { fillFolder } from './kit/database.ts';

import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

/** A venue whose logo of thin dashes takes the renderer a minute. */
const { folder, remove } = temporaryFolder();
const sites = join(folder, 'sites');
const drawings = join(folder, 'drawings', 'borderless');
const dashes = Array.from(
  { length: 160 },
  (_, index) => `<path d="M0 ${index % 30}C40 60 80-30 125 15" stroke="#fff" stroke-dasharray=".0005"/>`,
).join('');
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="125" height="30" viewBox="0 0 125 30" fill="none">${dashes}</svg>`;
let server: ServerProcess;

const start = () => startProcess(folder, { SITES: 'borderless,mori', SITES_DIR: sites });

/** Asks for a mail and opens it. */
const readMail = async (slot: string): Promise<string> => {
  const call = createCall(sendWithKeys(server.url));
  const body = choiceOf(`admission-${tomorrow.replaceAll('-', '')}-${slot}`, 1);
  const { order_token: token } = await call('createOrder', { body });
  await call('createOrderMail', { params: { token }, body: customer });
  const list = await (await fetch(`${server.url}/sandbox/mails`)).text();
  const [path] = /\/sandbox\/mails\/[\w-]{36}/.exec(list) ?? [];
  return (await fetch(`${server.url}${path}`)).text();
};

beforeAll(async () => {
  await fillFolder(folder);
  cpSync(join(exampleFolder, 'borderless'), join(sites, 'borderless'), { recursive: true });
  for (const file of ['header-white.svg', 'header-black.svg']) writeFileSync(join(sites, 'borderless', file), logo);
  server = await start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  remove();
});

it('a site sells while its logo cannot be drawn: its mails have none, and its fault is named', async () => {
  const mail = await readMail('1000');
  expect([mail.includes('mail-confirm?token='), mail.includes('<img')]).toEqual([true, false]);
  const because = 'borderless/header-white.svg: cannot be drawn within 3 s and 128 MB';
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).json())
    .toMatchObject({
      status: 'ready',
      sites: [expect.stringContaining(because), expect.stringContaining('borderless/header-black.svg')],
    });
  expect(server.output()).toMatch(new RegExp(`"site_invalid","site":"borderless","because":"${because}`));
});

it('a restart does not draw it again, and names the fault', async () => {
  const filesOf = () => readdirSync(drawings).map((name) => [name, statSync(join(drawings, name)).ino]);
  const before = filesOf();
  expect(before.map(([name]) => `${name}`.replace(/^\w+/, '')).sort()).toEqual(['.failed', '.png']);
  expect(await server.end('SIGTERM')).toBe(0);
  server = await start();
  await expect.poll(() => server.output()).toContain('borderless/header-black.svg: cannot be drawn');
  expect((await readMail('1030')).includes('<img')).toBe(false);
  expect(filesOf()).toEqual(before);
});
