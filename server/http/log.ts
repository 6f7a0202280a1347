/** One line of the log: facts by name; never a token, an address that holds one, or anything about a person. */
export type Facts = Record<string, string | number | boolean | null>;
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Facts) => void;

/** Writes one JSON object a line. */
export const jsonLog: Log = (level, event, facts = {}) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`);
};

/** In: anything thrown. Out: what may be logged of it: name, code and where; messages can quote input. */
export const faultOf = (thrown: unknown): Facts => {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {};
  const frames = thrown.stack?.split('\n').filter((line) => line.trim().startsWith('at '));
  return { error: thrown.name, ...code, at: (frames ?? []).slice(0, 6).join(' | ') };
};
