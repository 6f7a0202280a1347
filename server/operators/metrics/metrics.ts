import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type AdmissionQueue, classes } from '#server/shared/admission-queue/admission-queue.ts';
import type { Answered } from '#server/web/http/frame.ts';

/** Seconds; include the bars of docs/architecture.md#bar-spike and docs/architecture.md#bar-server-speed. */
const buckets = [0.005, 0.01, 0.03, 0.05, 0.1, 0.3, 1, 2, 5, 15, 60, 240];

/** Metrics of a process for Prometheus. */
export const createMetrics = () => {
  const registry = new Registry();
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answers by method, pattern of the route and status, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const guesses = new Counter({
    name: 'shop_wrong_guesses_total',
    help: 'Look-ups and coupon codes that were wrong, also those beyond the limit of their address.',
    labelNames: ['what'],
    registers: [registry],
  });
  return {
    registry,
    /** Counts a failed look-up or coupon code. */
    guessed: (what: 'look-up' | 'coupon' | 'operator'): void => guesses.inc({ what }),
    answered: ({ seconds, ...labels }: Answered): void => answers.observe(labels, seconds),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Exposes how many requests run, wait and were rejected, by class. */
export const watchAdmissionQueue = ({ registry }: Metrics, admissionQueue: AdmissionQueue): void => {
  const own = { labelNames: ['class'], registers: [registry] };
  const gauges = [
    ['running', 'Requests that are worked on, by what they are for.'],
    ['waiting', 'Requests that wait for their turn, by what they are for.'],
  ] as const;
  for (const [state, help] of gauges)
    new Gauge({
      ...own,
      ...{ name: `shop_requests_${state}`, help },
      collect() {
        for (const name of classes) this.set({ class: name }, admissionQueue.count(name)[state]);
      },
    });
  new Counter({
    ...own,
    name: 'shop_requests_refused_total',
    help: 'Requests refused with 503 since there were too many, by what they were for.',
    collect() {
      this.reset();
      for (const name of classes) this.inc({ class: name }, admissionQueue.count(name).refused);
    },
  });
};
