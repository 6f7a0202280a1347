/** Separate process: one client that floods a shop at a fixed rate. Prints its results as one line of JSON. */
import * as v from 'valibot';
import { type FloodName, floodKinds } from './flood-kinds.ts';
import { createClient } from './http.ts';
import { openLoop } from './load.ts';
import { placeOrder } from './purchase.ts';

const Options = v.object({
  url: v.string(),
  address: v.string(),
  kind: v.custom<FloodName>((name) => typeof name === 'string' && name in floodKinds),
  seconds: v.number(),
  spans: v.array(v.string()),
});

const { url, address, kind, seconds, spans } = v.parse(Options, JSON.parse(process.argv[2] ?? ''));
const client = createClient(address, 256);
const { token } = await placeOrder(url, spans[0] ?? '', client.callOf).catch(() => ({ token: 'none' }));
const { perSecond, one } = floodKinds[kind];
const statuses: Record<string, number> = {};
let number = 0;
let last = 0;
/* The benchmark waits for this line. */
console.log('flooding');
const before = process.cpuUsage();
const began = performance.now();
await openLoop(perSecond, seconds, async () => {
  number += 1;
  last = performance.now();
  const status = await one({ url, address, client, spans, token }, number).catch(() => 0);
  statuses[status] = (statuses[status] ?? 0) + 1;
});
const { user, system } = process.cpuUsage(before);
/* The rate is that of sending; responses may arrive long after the last request. */
const sent = (1000 * number) / (last - began);
const cpu = (user + system) / 1000 / (performance.now() - began);
console.log(JSON.stringify({ perSecond: sent, cpu, statuses }));
process.exit(0);
