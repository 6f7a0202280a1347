/** Worker thread: places orders at a fixed rate regardless of earlier responses, and reports the results at the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { choiceOf } from 'ticket-store/test/api/kit/buyer.ts';
import * as v from 'valibot';
import { callOf, closeConnections } from './http.ts';
import { failureText, openLoop } from './load.ts';
import { type Flooded, FloodSchema } from './spike.ts';

const { url, spans, perSecond, seconds } = v.parse(FloodSchema, workerData);
const done: Flooded = { taken: 0, refused: [], early: [], withoutRetryAfter: 0, other: '', seconds: 0 };
let next = 0;
const start = performance.now();
const sample = await openLoop(perSecond, seconds, async () => {
  next = (next + 1) % spans.length;
  const began = performance.now();
  const { status, text, retryAfter } = await callOf(url, contract.createOrder, {
    body: choiceOf(spans[next] ?? '', 1),
  });
  if (status === 200) done.taken += 1;
  else if (status === 503 || status === 429 || text.includes('"queue_required"')) {
    const ms = performance.now() - began;
    done.refused.push(ms);
    if (began - start < 4_000) done.early.push(ms);
    if (!retryAfter) done.withoutRetryAfter += 1;
  } else throw new Error(`${status} ${text}`);
});
closeConnections();
parentPort?.postMessage({ ...done, other: failureText(sample), seconds: sample.seconds });
