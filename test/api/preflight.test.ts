import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { fillFolder } from './kit/database.ts';
import { liveSettings, secret } from './kit/live-shop.ts';
import { runProgram, startProcess, temporaryFolder } from './kit/process.ts';
import { refusedStarts } from './kit/refused-starts.ts';

const { folder, remove } = temporaryFolder();
beforeAll(() => fillFolder(folder));
afterAll(remove);

type Ended = { code: number | null; out: string };

/** Starts the server and returns its output and exit code, or "started" if it does not refuse to start. */
const tryStart = async (env: Record<string, string>): Promise<Ended | 'started'> => {
  const outcome = await startProcess(folder, env).catch((thrown: unknown) => String(thrown));
  if (typeof outcome === 'string') {
    const code = /ended \((\d+)\)/.exec(outcome)?.[1];
    return { code: code === undefined ? null : Number(code), out: outcome };
  }
  await outcome.end('SIGKILL');
  return 'started';
};

const run = async (program: string, env: Record<string, string>, ...args: string[]): Promise<Ended> => {
  const { code, out, err } = await runProgram(program, env, ...args);
  return { code, out: out + err };
};

const check = (env: Record<string, string>, data = folder, ...args: string[]): Promise<Ended> =>
  run('server/ops.ts', { DATA_DIR: data, ...env }, 'check', ...args);

const listOf = (out: string): string[] =>
  out.split('\n').filter((line) => line.startsWith('  ') && line.includes(': '));

it.each(refusedStarts.slice(-1))(
  'a server with incomplete settings does not start, as the check says: $name',
  async ({ env, lines }) => {
    const settings = { ...liveSettings(), ...env };
    const started = await tryStart(settings);
    if (started === 'started') throw new Error('It started.');
    expect(started.code).toBe(1);
    for (const line of lines) expect(started.out).toMatch(line);
    expect(started.out).not.toMatch(/\bat \w+ \(|node:internal/);
    const checked = await check(settings);
    expect(checked.code).toBe(1);
    expect(listOf(checked.out)).toEqual(listOf(started.out));
  },
);

/** Starts a server that must start; it ends with the test. */
const startIt = async (env: Record<string, string>, data = folder) => {
  const server = await startProcess(data, env);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
};
const configurations = async (url: string): Promise<unknown> => (await fetch(`${url}/api/v1/configurations`)).json();
const statusOf = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;

const sandboxed = () => ({
  APP_ENV: 'staging',
  SANDBOX: '1',
  SITES: 'borderless,mori',
  PUBLIC_URL: 'https://staging.shop.example',
  TICKET_SECRET: secret,
});

describe('a server with complete settings', () => {
  it('starts in production, without any page of the sandbox, and the check reads its catalogues as long as it can', async () => {
    const settings = liveSettings();
    const before = await check(settings);
    expect(before).toEqual({ code: 0, out: expect.stringContaining('borderless: stripe_secure, free') });
    const { url, output } = await startIt(settings);
    expect(output()).not.toContain('Sandbox');
    expect(output()).toContain(`"event":"starting","version":"${manifest.version}"`);
    expect(await configurations(url)).toMatchObject({ app_mode: [], sandbox_url: '' });
    for (const path of ['/sandbox/mails', '/sandbox', '/sandbox/ops/gate', '/sandbox/stripe.js'])
      expect([path, await statusOf(`${url}${path}`)]).toEqual([path, 404]);

    /* An embedded database has one process. */
    const beside = await check(settings);
    expect(beside).toEqual({ code: 0, out: expect.stringContaining('asked of the running server') });
    const lacking = await check({ ...settings, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' });
    expect(lacking).toEqual({ code: 1, out: expect.stringMatching(/^ {2}STRIPE_SECRET_KEY \(borderless\): /m) });
    rmSync(join(folder, 'ops.json'));
    const { code, out } = await check(settings);
    expect([code, out]).toEqual([1, expect.stringMatching(/^ {2}DATA_DIR: .*not checked.*in use by process \d+/m)]);
  });

  it('starts in staging with the sandbox on request, prints it, and fills a new database with the sites it sells only', async () => {
    expect(await check(sandboxed())).toEqual({ code: 0, out: expect.stringContaining('with the payment sandbox') });
    const own = temporaryFolder();
    onTestFinished(own.remove);
    const { url, output } = await startIt(sandboxed(), own.folder);
    expect(output()).toMatch(/Sandbox\s+http/);
    expect(await configurations(url)).toMatchObject({ app_mode: ['demo'] });
    expect(await statusOf(`${url}/sandbox/mails`)).toBe(200);
    const statuses = await Promise.all(
      ['', '/mori', '/artizon'].map((site) => statusOf(`${url}${site}/api/v1/configurations`)),
    );
    expect(statuses).toEqual([200, 200, 404]);
    const checked = await check({ ...sandboxed(), SITES: 'artizon' }, own.folder, '--json');
    expect([checked.code, JSON.parse(checked.out)]).toEqual([0, { findings: [] }]);
  });
});
