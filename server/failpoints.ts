import { writeSync } from 'node:fs';

/**
 * Places where a crash would hurt most: between an effect and what tells of it. Each is passed by its name; only a process that
 * was told to by `FAILPOINT=name[:n]` dies there, at the n-th passing (`npm run crash`). In production it is refused.
 */
export const failpoints = [
  'hold_written',
  'hold_committed',
  'attempt_written',
  'provider_answered',
  'paid_written',
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

/** In: `name`, `name:n` or `name:n:stop`, which suspends the process instead. Null when there is no such place. */
export const readFailpoint = (text: string): { name: Failpoint; at: number; isStop: boolean } | null => {
  const [, word, count = '1', stop] = /^([a-z_]+)(?::([1-9]\d{0,5})(:stop)?)?$/.exec(text) ?? [];
  const name = failpoints.find((one) => one === word);
  return name ? { name, at: Number(count), isStop: stop !== undefined } : null;
};

let armed: { name: Failpoint; left: number; isStop: boolean } | null = null;

/** From now on this process dies at the place it is told. */
export const armFailpoint = (text: string | undefined): void => {
  const read = text === undefined ? null : readFailpoint(text);
  armed = read && { name: read.name, left: read.at, isStop: read.isStop };
};

/** Says where it died, at once and past every buffer, and is gone as if by a power cut; or stands still. */
const die = (name: Failpoint, isStop: boolean): void => {
  writeSync(2, `failpoint ${name}\n`);
  process.kill(process.pid, isStop ? 'SIGSTOP' : 'SIGKILL');
};

/** Passes a place: nothing happens unless it is armed. */
export const pass = (name: Failpoint): void => {
  if (armed?.name !== name) return;
  armed.left -= 1;
  if (armed.left === 0) die(name, armed.isStop);
};
