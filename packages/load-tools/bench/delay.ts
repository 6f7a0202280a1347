import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';

/** A thread: a proxy in front of a database that delivers everything `ms` later, each way, as a distant network does. */
const { target, ms } = v.parse(v.object({ target: v.number(), ms: v.number() }), workerData);

const relay = (from: Socket, to: Socket): void => {
  from.on('data', (bytes) => void setTimeout(() => to.write(bytes), ms));
  from.on('error', () => to.destroy());
  from.on('close', () => void setTimeout(() => to.destroy(), ms));
};

const server = createServer((near) => {
  near.setNoDelay(true);
  const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
  relay(near, far);
  relay(far, near);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' && address ? address.port : 0);
});
