import { shownJson } from './shown.ts';

/** Fields of a log line; never a token, an address that holds one, or personal data. */
export type Facts = Record<string, string | number | boolean | null>;
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Facts) => void;

let lines = '';
const flush = (): void => {
  if (lines !== '') process.stderr.write(lines);
  lines = '';
};
process.once('exit', flush);

/**
 * Writes one JSON object per line. An error is written immediately, since the process may end; other lines are buffered for one
 * task of the event loop, because each write blocks.
 */
export const jsonLog: Log = (level, event, facts = {}) => {
  if (lines === '') setImmediate(flush);
  lines += `${shownJson({ time: new Date().toISOString(), level, event, ...facts })}\n`;
  if (level === 'error') flush();
};

/** A log of all requests, or from warnings on. */
export const logFrom =
  (minLevel: 'info' | 'warn'): Log =>
  (level, event, facts) => {
    if (minLevel === 'info' || level !== 'info') jsonLog(level, event, facts);
  };

/** Loggable facts of an error: name, code and stack frames. Messages can quote input. */
export const faultOf = (thrown: unknown): Facts => {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {};
  const frames = thrown.stack?.split('\n').filter((line) => line.trim().startsWith('at '));
  return { error: thrown.name, ...code, at: (frames ?? []).slice(0, 6).join(' | ') };
};
