import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Limits of a picture: `time` of a processor in ms, `memory` of the renderer in MB, bytes (`size`) of its PNG. `start`: ms until
 * the process can draw; `wall`: ms until it is given up on a machine whose processors are busy.
 */
export type DrawingLimits = { time: number; memory: number; size: number; start: number; wall: number };
export const drawingLimits: DrawingLimits = {
  time: 2_000,
  memory: 128,
  size: 1_048_576,
  start: 60_000,
  wall: 60_000,
};

/** A PNG; `failed`: the picture cannot be drawn within the limits; `unavailable`: no process started, worked, or might go on. */
export type Drawn = Uint8Array | 'failed' | 'unavailable';

export type DrawingOptions = {
  limits: DrawingLimits;
  /** Ends the process. */
  signal: AbortSignal;
  /** The program that draws; `draw.ts` by default. */
  program?: string;
};

const ownProgram = fileURLToPath(new URL('draw.ts', import.meta.url));

const pagesOfMb = 16;
/** All private memory of the process in kB: Node reserves 600 MB of it for code, of which it uses little. */
const processMemory = 1_048_576;
/** Processor seconds beyond the limit for a picture, in which the process starts; ends it also where this server was killed. */
const startSeconds = 20;

/** Sets those limits of the operating system that the shell knows and permits, then becomes the program. */
const limited = `
for limit in "-d $1" "-t $2" "-c 0"; do
  (ulimit $limit) 2>/dev/null && ulimit $limit
done
shift 2
exec "$@"`;

const commandOf = (program: string, zoom: number, { time, memory }: DrawingLimits): [string, string[]] => {
  const node = [process.execPath, `--wasm-max-mem-pages=${memory * pagesOfMb}`, program, String(zoom)] as const;
  if (process.platform === 'win32') return [node[0], node.slice(1)];
  const seconds = Math.ceil(time / 1_000) + startSeconds;
  return ['/bin/sh', ['-c', limited, 'sh', String(processMemory), String(seconds), ...node]];
};

const msOfTick = 10;

/** The time in ms for which a process had a processor; null where the system does not say. */
const processorTime = (pid = 0): number | null => {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * msOfTick;
  } catch {
    return null;
  }
};

/**
 * Draws an SVG `zoom` times its size in a separate process, without this one's environment, and kills it at a limit. The limit of
 * WebAssembly's memory holds on every system; the operating system's, where there is one, if that fails.
 */
export const drawInChild = (svg: Uint8Array, zoom: number, options: DrawingOptions): Promise<Drawn> =>
  new Promise((resolve) => {
    const { limits, signal, program = ownProgram } = options;
    const [command, args] = commandOf(program, zoom, limits);
    const kill = { signal, killSignal: 'SIGKILL' } as const;
    const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, ...kill });
    child.on('error', () => {});
    const parts: Buffer[] = [];
    let size = 0;
    let isUnavailable = false;
    const giveUp = (): void => {
      isUnavailable = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(giveUp, limits.start);
    const watch = (): void => {
      const before = processorTime(child.pid);
      const latest = performance.now() + limits.wall;
      const look = (): void => {
        const now = processorTime(child.pid);
        const left = now === null || before === null ? 0 : limits.time - (now - before);
        if (left <= 0) child.kill('SIGKILL');
        else if (performance.now() > latest) giveUp();
        else timer = setTimeout(look, Math.max(left, msOfTick));
      };
      timer = setTimeout(look, limits.time);
    };
    child.stdout.on('data', (part: Buffer) => {
      if (size === 0) {
        clearTimeout(timer);
        watch();
      }
      parts.push(part);
      size += part.length;
      if (size > limits.size) child.kill('SIGKILL');
    });
    child.stdin.on('error', () => {});
    child.on('close', (code) => {
      clearTimeout(timer);
      if (isUnavailable || signal.aborted || size === 0) resolve('unavailable');
      else resolve(code === 0 && size <= limits.size ? Buffer.concat(parts).subarray(1) : 'failed');
    });
    child.stdin.end(svg);
  });
