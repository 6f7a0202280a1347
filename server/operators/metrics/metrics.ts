import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '#server/core/log.ts';
import { version } from '#server/core/version.ts';
import { type AdmissionQueue, classes } from '#server/shared/admission-queue/admission-queue.ts';
import type { Answered } from '#server/web/http/frame.ts';

/** Seconds; include the bars of docs/architecture.md#bar-spike and docs/architecture.md#bar-server-speed. */
const buckets = [0.005, 0.01, 0.03, 0.05, 0.1, 0.3, 1, 2, 5, 15, 60, 240];

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
  const lines = new Counter({
    name: 'shop_log_lines_total',
    help: 'Warnings and errors in the log, by event; the site is empty where a line names none.',
    labelNames: ['level', 'event', 'site'],
    registers: [registry],
  });
  const build = { name: 'shop_build_info', help: 'The release.', labelNames: ['release'], registers: [registry] };
  new Gauge(build).set({ release: version }, 1);
  return {
    registry,
    /** A log whose warnings and errors are counted: what fails at a provider, too. */
    counted:
      (log: Log): Log =>
      (level, event, facts) => {
        if (level !== 'info') lines.inc({ level, event, site: `${facts?.site ?? ''}` });
        log(level, event, facts);
      },
    guessed: (what: 'look-up' | 'coupon' | 'operator') => guesses.inc({ what }),
    answered: ({ seconds, ...labels }: Answered) => answers.observe(labels, seconds),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Exposes how many requests run, wait and were rejected, by class. */
export const watchAdmissionQueue = ({ registry }: Metrics, admissionQueue: AdmissionQueue): void => {
  const expose = (
    Kind: typeof Gauge | typeof Counter,
    state: 'running' | 'waiting' | 'refused',
    name: string,
    help: string,
  ) => {
    const metric: Gauge | Counter = new Kind({
      name,
      help,
      labelNames: ['class'],
      registers: [registry],
      collect: () => {
        metric.reset();
        for (const name of classes) metric.inc({ class: name }, admissionQueue.count(name)[state]);
      },
    });
  };
  expose(Gauge, 'running', 'shop_requests_running', 'Requests that are worked on, by what they are for.');
  expose(Gauge, 'waiting', 'shop_requests_waiting', 'Requests that wait for their turn, by what they are for.');
  const refused = 'Requests refused with 503 since there were too many, by what they were for.';
  expose(Counter, 'refused', 'shop_requests_refused_total', refused);
};
