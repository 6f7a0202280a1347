import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noProxies, type Proxies, proxiesOf } from '#server/web/http/address.ts';

/** Passes requests on to another server, with other headers. */
export const forwardTo =
  (to: string, change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders): RequestListener =>
  (incoming, reply) => {
    const options = { method: incoming.method, headers: change(incoming.headers) };
    const passed = request(`${to}${incoming.url}`, options, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    incoming.pipe(passed);
  };

/** A shop behind one proxy, which names the visitor's address in `x-forwarded-for`. */
export const behindProxy: Proxies = proxiesOf('1') ?? noProxies;

/** A server on a free port; to close it cuts its connections. */
export const startServer = async (listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Only ends hangs, ms: a start and a shutdown take seconds. */
const hang = 300_000;

/** The part of this process's environment that a started one needs. */
export const inherited = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** A server as `npm start` runs it, a process with a data folder; `output` returns what it printed. */
export type ServerProcess = {
  url: string;
  pid: number;
  output: () => string;
  /** Ends the process and returns its exit code, null if the signal killed it. Throws with the output if it does not end. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
};

export const temporaryFolder = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/**
 * Starts server and sandbox on free ports with a folder; `shop` is another copy of the repository. Throws with the output if the process
 * ends before it listens.
 */
export const startProcess = (folder: string, env: Record<string, string> = {}, shop = root): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [join(shop, 'server/main.ts')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited, PORT: '0', DATA_DIR: folder, HOST: '127.0.0.1', HOLD_SEATS_PER_ADDRESS: '0', ...env },
    });
    let output = '';
    const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    /** Fails before the test's own timeout, so that the process's output is part of the error. */
    const late = (what: string) => {
      child.kill('SIGKILL');
      return new Error(`${what} Its output:\n${output}`);
    };
    const end: ServerProcess['end'] = (signal) => {
      child.kill(signal);
      return new Promise((done, fail) => {
        const timer = setTimeout(() => fail(late(`Not ended ${hang} ms after ${signal}.`)), hang);
        void ended.then((code) => {
          clearTimeout(timer);
          done(code);
        });
      });
    };
    const starting = setTimeout(() => reject(late(`Not listening after ${hang} ms.`)), hang);
    const collect = (text: Buffer) => {
      output += text.toString();
      const port = /(?:Shop|Listening)\s+http:\/\/localhost:(\d+)\/[\s\S]*Stop with/.exec(output)?.[1];
      if (!port) return;
      clearTimeout(starting);
      resolve({ url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => output, end });
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    void ended.then((code) => {
      clearTimeout(starting);
      reject(new Error(`ended (${code}): ${output}`));
    });
  });

type Ended = { code: number | null; out: string; err: string };

const runFile = (file: string, env: Record<string, string>, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { ...inherited, ...env }, maxBuffer: 2 ** 28 };
    const child = execFile(file, args, options, (_failed, out, err) => resolve({ code: child.exitCode, out, err }));
  });

/** Runs a program of the repository, such as `server/ops.ts`, in a separate process beside the server's. */
export const runProgram = (program: string, env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runFile(process.execPath, env, [program, ...args]);

/** Runs a script of package.json by npm itself, with everything that is typed after `npm run`. */
export const runScript = (env: Record<string, string>, ...typed: string[]): Promise<Ended> =>
  runFile('npm', env, ['run', '--silent', ...typed]);
