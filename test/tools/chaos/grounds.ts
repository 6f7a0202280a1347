import { setTimeout as pause } from 'node:timers/promises';
import { openGround } from '#test/tools/crash/ground.ts';
import { startCluster } from './cluster.ts';
import type { Fault, Scene } from './faults.ts';
import { startProxy } from './proxy.ts';
import { type Figures, runChaos } from './run.ts';
import { mountSmallDisk } from './small-disk.ts';

type Options = { seed: number; atOnce: number; tell?: (line: string) => void };

/** Connections that the server accepts; the two shops use up to thirty of them. */
const maxConnections = 60;

/** Injects faults into a PostgreSQL with two shops. Null without PostgreSQL. */
export const chaosOnPostgres = async (faults: readonly Fault[], options: Options): Promise<Figures | null> => {
  const cluster = await startCluster(maxConnections);
  if (!cluster) return null;
  const proxy = await startProxy(cluster.port);
  const url = cluster.url.replace(`:${cluster.port}/`, `:${proxy.port}/`);
  const ground = await openGround(2, { server: url });
  try {
    const startSuspending: Scene['startSuspending'] = async () => {
      const server = await ground.start('hold_written:1:stop', ground.shops.length);
      return { url: server.url, pid: server.pid, end: async () => void (await server.end('SIGTERM')) };
    };
    const scene = { cluster, proxy, ground, startSuspending };
    const bound = faults.map(({ name, inject }) => ({ name, inject: () => inject(scene) }));
    return await runChaos(ground, bound, options);
  } finally {
    await ground.close();
    await proxy.close();
    await cluster.close();
  }
};

/** Repeatedly fills the disk under the embedded database while visitors buy. Null if this user may not mount a file system. */
export const chaosOnDisk = async (rounds: number, options: Options): Promise<Figures | null> => {
  const disk = mountSmallDisk(500);
  if (!disk) return null;
  const ground = await openGround(1, { folder: disk.folder });
  try {
    const full = {
      name: 'the disk is full',
      inject: async () => {
        disk.leave(40);
        await pause(3_000);
        disk.leave(null);
      },
    };
    return await runChaos(
      ground,
      Array.from({ length: rounds }, () => full),
      options,
    );
  } finally {
    await ground.close();
    disk.unmount();
  }
};
