import { writeSync } from 'node:fs';

/**
 * Points between an effect and its report, where a crash is most dangerous. A process with `FAILPOINT=name[:n]` dies there at the
 * n-th pass (`npm run tool -- load crash`). Rejected in production.
 */
export const failpoints = [
  'hold_written',
  'hold_committed',
  'attempt_written',
  'provider_answered',
  'paid_committed',
  'answer_stored',
  'notice_taken',
  'cancel_written',
  'hold_expired',
  'abandoned_asked',
  'mail_taken',
  'refund_owed',
  'refund_confirmed',
  'refund_committed',
  'date_written',
  'date_committed',
  'mail_handed_over',
] as const;
export type Failpoint = (typeof failpoints)[number];

/** Parses `name`, `name:n` or `name:n:stop`, which suspends the process instead. Null for an unknown name. */
export const readFailpoint = (text: string): { name: Failpoint; passesLeft: number; isStop: boolean } | null => {
  const [, candidate, count = '1', stop] = /^([a-z_]+)(?::([1-9]\d{0,5})(:stop)?)?$/.exec(text) ?? [];
  const name = failpoints.find((one) => one === candidate);
  return name ? { name, passesLeft: Number(count), isStop: stop !== undefined } : null;
};

/** A switch of the whole process, so it comes from the environment and nothing in the shop can set it. */
const armed = readFailpoint(process.env.FAILPOINT ?? '');

/** Logs synchronously, then kills the process without any cleanup, as a power cut would, or suspends it. */
const die = (name: Failpoint, isStop: boolean): void => {
  writeSync(2, `failpoint ${name}\n`);
  process.kill(process.pid, isStop ? 'SIGSTOP' : 'SIGKILL');
};

/** Marks a failpoint in the code; no effect unless it is armed. */
export const pass = (name: Failpoint): void => {
  if (armed?.name !== name) return;
  armed.passesLeft -= 1;
  if (armed.passesLeft === 0) die(name, armed.isStop);
};
