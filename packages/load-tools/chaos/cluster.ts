import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from 'ticket-store/test/tools/free-port.mjs';
import { needPrograms, startPostgres } from 'ticket-store/test/tools/postgres.mjs';

/** A temporary PostgreSQL server that can be restarted, suspended, and replaced by its standby. */
export type Cluster = {
  url: string;
  port: number;
  restart: (mode: 'fast' | 'immediate') => Promise<unknown>;
  stop: (mode: 'fast' | 'immediate') => Promise<unknown>;
  start: () => Promise<unknown>;
  /**
   * Suspends every process of the server (SIGSTOP): connections stay open without a response. Returns a function that resumes
   * them.
   */
  suspend: () => () => void;
  /** Adds a synchronous standby. `promote` makes it the primary once this server has stopped. */
  addStandby: () => Promise<{ port: number; promote: () => Promise<unknown> }>;
  close: () => Promise<void>;
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // This backend has ended meanwhile.
    }
};

/** Whether PostgreSQL is installed or can be installed. Throws in CI if not, because no test may be left out there. */
export const hasPostgres = async (): Promise<boolean> => {
  if (await needPrograms()) return true;
  if (process.env.CI) throw new Error('PostgreSQL is missing: apt-get install postgresql, as root.');
  return false;
};

/** Starts a cluster; null if PostgreSQL is neither installed nor can be. */
export const startCluster = async (maxConnections = 200): Promise<Cluster | null> => {
  const postgres = await startPostgres({ maxConnections });
  if (!postgres) return null;
  const { url, port, folder, data, options, control } = postgres;
  const standbyData = join(folder, 'standby');
  let hasStandby = false;

  const run = (command: string, own: string, ...more: string[]) => control('pg_ctl', [command, '-D', own, ...more]);
  const launch = (own: string, how: string) => ['-w', '-o', how, '-l', join(folder, 'log'), '-D', own];
  const processes = (): number[] => {
    const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [postmaster, ...children.trim().split(' ')].filter(Boolean).map(Number);
  };

  return {
    url,
    port,
    restart: (mode) => control('pg_ctl', ['restart', '-m', mode, ...launch(data, options)]),
    stop: (mode) => run('stop', data, '-m', mode),
    start: () => control('pg_ctl', ['start', ...launch(data, options)]),
    suspend: () => {
      const pids = processes();
      signalAll(pids, 'SIGSTOP');
      return () => signalAll([...pids, ...processes()], 'SIGCONT');
    },
    addStandby: async () => {
      const standbyPort = await freePort();
      await control('pg_basebackup', ['-D', standbyData, '-R', '-X', 'stream', '-c', 'fast', '-d', url]);
      const own = options.replace(`-p ${port}`, `-p ${standbyPort}`);
      await control('pg_ctl', ['start', ...launch(standbyData, own)]);
      hasStandby = true;
      /* From now on a commit returns only when the standby has it, so that a failover loses no confirmed transaction. */
      const query = (sql: string) => control('psql', ['-d', url, '-tAc', sql]);
      await query("alter system set synchronous_standby_names = '*'");
      await query('select pg_reload_conf()');
      while (!(await query('select sync_state from pg_stat_replication')).includes('sync')) await pause(50);
      return { port: standbyPort, promote: () => run('promote', standbyData, '-w') };
    },
    close: async () => {
      if (hasStandby) await run('stop', standbyData, '-m', 'immediate');
      postgres.stop();
    },
  };
};

/** Starts a cluster, assuming that `hasPostgres` returned true. */
export const mustStartCluster = async (): Promise<Cluster> => {
  const cluster = await startCluster();
  if (!cluster) throw new Error('PostgreSQL is missing.');
  return cluster;
};
