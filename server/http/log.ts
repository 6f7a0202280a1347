/** One line of the log: facts by name; never a token, an address that holds one, or anything about a person. */
export type Facts = Record<string, string | number | boolean | null>;
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Facts) => void;

let lines = '';
const flush = (): void => {
  if (lines !== '') process.stderr.write(lines);
  lines = '';
};
process.once('exit', flush);

/**
 * Writes one JSON object a line: an error at once, whatever becomes of the process; all else that one turn of the event loop has
 * to say together, since each writing stops the process.
 */
export const jsonLog: Log = (level, event, facts = {}) => {
  if (lines === '') setImmediate(flush);
  lines += `${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`;
  if (level === 'error') flush();
};

/** In: anything thrown. Out: what may be logged of it: name, code and where; messages can quote input. */
export const faultOf = (thrown: unknown): Facts => {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {};
  const frames = thrown.stack?.split('\n').filter((line) => line.trim().startsWith('at '));
  return { error: thrown.name, ...code, at: (frames ?? []).slice(0, 6).join(' | ') };
};
