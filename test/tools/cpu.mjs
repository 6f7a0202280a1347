/** CPU seconds of a process with all its children, from Linux's /proc; the clock of a busy machine says little. */
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the times in /proc/<pid>/stat, per second; the same on every Linux. */
const ticks = 100;
const interval = 500;

/** @param {string} pid @returns {{ parent: number, used: number } | undefined} undefined if the process has ended */
const readStat = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    /* user and system time of the process, then of its ended children */
    const used = rest.slice(9, 13).reduce((sum, one) => sum + Number(one), 0);
    return { parent: Number(parent), used };
  } catch {
    return undefined;
  }
};

/** CPU seconds of a process and its children so far; 0 where there is no /proc. */
export const treeSeconds = (root = process.pid) => {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  /** @type {Map<number, number>} */
  const used = new Map();
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const stat = readStat(pid);
      if (stat === undefined) continue;
      used.set(Number(pid), stat.used);
      children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(pid)]);
    }
  } catch {
    return 0;
  }
  /** @param {number} pid @returns {number} */
  const sumOf = (pid) => (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), used.get(pid) ?? 0);
  return sumOf(root) / ticks;
};

/** Counts from now on until `end`, which returns the seconds. Samples, because nobody waits for Chromium's processes when it is killed. */
export const startCpu = () => {
  let last = treeSeconds();
  let sum = 0;
  const sample = () => {
    const now = treeSeconds();
    sum += Math.max(0, now - last);
    last = now;
  };
  const timer = setInterval(sample, interval);
  const end = () => {
    clearInterval(timer);
    sample();
    return sum;
  };
  return { end };
};
