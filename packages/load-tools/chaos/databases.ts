import { setTimeout as pause } from 'node:timers/promises';
import { openCrashFixture } from '../crash/fixture.ts';
import { startCluster } from './cluster.ts';
import type { Fault, Scene } from './faults.ts';
import { startProxy } from './proxy.ts';
import { type Figures, type Options, runChaos } from './run.ts';
import { mountSmallDisk } from './small-disk.ts';

/** Connections that the server accepts; the two shops use up to thirty of them. */
const maxConnections = 60;

/** Injects faults into a PostgreSQL with two shops. Null without PostgreSQL. */
export const chaosOnPostgres = async (faults: readonly Fault[], options: Options): Promise<Figures | null> => {
  const cluster = await startCluster(maxConnections);
  if (!cluster) return null;
  const proxy = await startProxy(cluster.port);
  const url = cluster.url.replace(`:${cluster.port}/`, `:${proxy.port}/`);
  const fixture = await openCrashFixture(2, { server: url });
  try {
    const startSuspending: Scene['startSuspending'] = async () => {
      const server = await fixture.start('hold_written:1:stop', fixture.shops.length);
      return { url: server.url, pid: server.pid, end: async () => void (await server.end('SIGTERM')) };
    };
    const scene = { cluster, proxy, fixture, startSuspending };
    const bound = faults.map(({ name, inject }) => ({ name, inject: () => inject(scene) }));
    return await runChaos(fixture, bound, options);
  } finally {
    await fixture.close();
    await proxy.close();
    await cluster.close();
  }
};

/** Repeatedly fills the disk under the embedded database while visitors buy. Null if this user may not mount a file system. */
export const chaosOnDisk = async (rounds: number, options: Options): Promise<Figures | null> => {
  const disk = mountSmallDisk(500);
  if (!disk) return null;
  const fixture = await openCrashFixture(1, { folder: disk.folder });
  try {
    const full = {
      name: 'the disk is full',
      inject: async () => {
        disk.setFreeSpace(40);
        await pause(3_000);
        disk.setFreeSpace(null);
      },
    };
    return await runChaos(
      fixture,
      Array.from({ length: rounds }, () => full),
      options,
    );
  } finally {
    await fixture.close();
    disk.unmount();
  }
};
