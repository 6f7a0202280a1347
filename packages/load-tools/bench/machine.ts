import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine and its current load in one line, without which the figures mean little. */
export const machine = (): string => {
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GiB`;
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return [model, `${availableParallelism()} cores`, memory, `node ${process.version}`, process.platform, load].join(
    ', ',
  );
};

/** Resident memory of a process, in MB. */
export const residentMB = (pid: number): number => {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString();
  return Number(kilobytes) / 1024;
};
