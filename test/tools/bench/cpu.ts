import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a second in /proc (USER_HZ). */
const hz = 100;

const statOf = (pid: number): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

const secondsOf = (pid: number): number => {
  const fields = statOf(pid);
  /* utime and stime, and those of children that have ended. */
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / hz;
};

/** CPU seconds of these processes and their children so far. */
export const cpuSeconds = (pids: readonly number[]): number => {
  const all = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  const counted = all.filter((pid) => pids.includes(pid) || pids.includes(Number(statOf(pid)[1])));
  return counted.reduce((sum, pid) => sum + secondsOf(pid), 0);
};
