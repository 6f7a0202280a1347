import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { addDays } from 'ticket-store/src/domain/dates.ts';
import { timed, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import * as v from 'valibot';
import { type FloodName, floodKinds } from './flood-kinds.ts';
import { type callOf, createClient } from './http.ts';
import { failureText, median, openLoop } from './load.ts';
import { purchase, type Seats } from './purchase.ts';

/** Loopback addresses used as client addresses (on Linux all of 127.0.0.0/8 is local); each flood has its own. */
const visitorAddress = '127.0.0.3';
const floodAddress = (at: number): string => `127.0.1.${at + 1}`;

/** Purchases per second of the measured visitors, five requests each. */
const visitsPerSecond = 2;
/** Limits: the ratio of the median to the one without a flood, and the percentage of requests that must succeed. */
const bars = { slower: 10, succeed: 95 };

type Shop = { url: string; pid: number; sandbox: string; seats: Seats };
type Visits = { p50: number; ok: number; faults: string };
type Flooded = { perSecond: number; cpu: number; serverCpu: number; statuses: string };

/** CPU seconds that a process has used. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Visitors at one address who browse, choose and pay. */
const visits = async ({ url, sandbox, seats }: Shop, address: string, seconds: number): Promise<Visits> => {
  const client = createClient(address, 50);
  const times: number[] = [];
  const faults = new Map<string, number>();
  let sent = 0;
  const call: typeof callOf = async (...request) => {
    sent += 1;
    const began = performance.now();
    const reply = await client.callOf(...request).catch(() => ({ status: 0, text: '', retryAfter: undefined }));
    if (reply.status === 200) times.push(performance.now() - began);
    else faults.set(`${reply.status}`, (faults.get(`${reply.status}`) ?? 0) + 1);
    return reply;
  };
  const query = { from: tomorrow, to: addDays(tomorrow, 30), lang: 'ja', product_uuid: timed };
  const journeys = await openLoop(visitsPerSecond, seconds, async () => {
    await call(url, contract.getProducts, { query: { lang: 'ja' } });
    await call(url, contract.searchProducts, { query });
    await purchase(url, sandbox, seats.take(), call);
  });
  await client.close();
  const faultTexts = [...faults].map(([status, count]) => `${count} × ${status}`);
  if (faultTexts.length === 0 && journeys.failures.size > 0) faultTexts.push(failureText(journeys));
  return { p50: median(times), ok: (100 * times.length) / Math.max(1, sent), faults: faultTexts.join(', ') };
};

const FlooderReport = v.object({ perSecond: v.number(), cpu: v.number(), statuses: v.record(v.string(), v.number()) });
const flooder = fileURLToPath(new URL('./flooder.ts', import.meta.url));

/** Runs `work` while another process floods the shop. */
const whileFlooded = async <T>(
  { url, pid, seats }: Shop,
  { kind, address, seconds }: { kind: FloodName; address: string; seconds: number },
  run: () => Promise<T>,
): Promise<{ result: T; flooded: Flooded }> => {
  const spans = Array.from({ length: 200 }, seats.take);
  const options = { url, address, kind, seconds: seconds + 2, spans };
  const child = spawn(process.execPath, [flooder, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('flooding')) resolve();
    });
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([started, ended]);
  await pause(1_000);
  const [cpu, began] = [cpuOf(pid), performance.now()];
  const result = await run();
  const serverCpu = (cpuOf(pid) - cpu) / ((performance.now() - began) / 1000);
  await ended;
  for (const span of spans) seats.release(span);
  const { statuses, ...rates } = v.parse(FlooderReport, JSON.parse(output.split('\n')[1] ?? ''));
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status === '0' ? '-' : status}`);
  return { result, flooded: { ...rates, serverCpu, statuses: counts.join(', ') } };
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/**
 * One client floods the shop in every way while visitors buy, first from another address, then from the same one. Returns a table
 * and whether a limit was missed: for another address the median may be at most ten times its value without a flood, and 95 %
 * must succeed. The same address is only reported.
 */
export const fairness = async (shop: Shop, seconds: number) => {
  await visits(shop, visitorAddress, seconds);
  const quiet = await visits(shop, visitorAddress, 2 * seconds);
  const rows: Record<string, string>[] = [];
  let isMissed = quiet.ok < bars.succeed;
  const kinds = Object.keys(floodKinds).filter((name): name is FloodName => name in floodKinds);
  for (const [at, kind] of kinds.entries()) {
    const flood = floodAddress(at);
    for (const address of [visitorAddress, flood]) {
      const run = () => visits(shop, address, seconds);
      const { result, flooded } = await whileFlooded(shop, { kind, address: flood, seconds }, run);
      const slower = result.p50 / quiet.p50;
      const isBar = address === visitorAddress;
      const misses = isBar && !(slower <= bars.slower && result.ok >= bars.succeed);
      isMissed ||= misses;
      rows.push({
        ...{ flood: kind, visitors: isBar ? 'elsewhere' : 'same address', sent: `${Math.round(flooded.perSecond)}/s` },
        ...{ 'its CPU': percent(flooded.cpu), server: percent(flooded.serverCpu), p50: `${result.p50.toFixed(1)} ms` },
        ...{ slower: `× ${slower.toFixed(1)}`, done: `${result.ok.toFixed(0)} %` },
        ...{ 'not done': `${misses ? 'MISSED ' : ''}${result.faults}`, answers: flooded.statuses },
      });
      process.stderr.write('.');
      await pause(1_500);
    }
  }
  const first = `quiet: p50 ${quiet.p50.toFixed(1)} ms, ${quiet.ok.toFixed(0)} % done; bars at another address: × ${bars.slower}, ${bars.succeed} %`;
  return { text: first, rows, isMissed };
};
