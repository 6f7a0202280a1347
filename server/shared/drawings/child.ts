import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Limits of a picture: `time` of a processor in seconds, in which its process also starts; `memory` of the renderer in MB; bytes
 * (`size`) of its PNG; `wall`: ms until it is given up on a machine whose processors are busy.
 */
export type DrawingLimits = { time: number; memory: number; size: number; wall: number };
export const drawingLimits: DrawingLimits = { time: 3, memory: 128, size: 1_048_576, wall: 60_000 };

/** A PNG; `failed`: the picture cannot be drawn within the limits; `unavailable`: no process started, worked, or might go on. */
export type Drawn = Uint8Array | 'failed' | 'unavailable';

type DrawingOptions = {
  limits: DrawingLimits;
  /** Ends the process. */
  signal: AbortSignal;
  /** The program that draws; `draw.ts` by default. */
  program?: string;
};

const ownProgram = fileURLToPath(new URL('draw.ts', import.meta.url));

/** WebAssembly's pages have 64 kB. */
const pagesOfMb = 16;
/** Limit of the process's private memory (`ulimit -d`), in kB; large, because Node alone reserves 600 MB for code. */
const processMemory = 1_048_576;

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
  return ['/bin/sh', ['-c', limited, 'sh', String(processMemory), String(time), ...node]];
};

/**
 * Draws an SVG, `zoom` times its size, in a separate process, which does not get this one's environment and is killed at a limit.
 * Node limits WebAssembly's memory on every system; `ulimit` is a second barrier on systems that have it.
 */
export const drawInChild = (svg: Uint8Array, zoom: number, options: DrawingOptions): Promise<Drawn> =>
  new Promise((resolve) => {
    const { limits, signal, program = ownProgram } = options;
    const { size: maxBuffer, wall: timeout } = limits;
    const bounds = { signal, killSignal: 'SIGKILL', timeout, maxBuffer } as const;
    const [command, args] = commandOf(program, zoom, limits);
    let drawn: Drawn = 'unavailable';
    const child = execFile(
      command,
      args,
      { encoding: 'buffer', env: {}, windowsHide: true, ...bounds },
      (thrown, out) => {
        const isLate = thrown?.killed === true && thrown.code === null;
        /* The program writes one byte when it is able to draw, then the PNG. */
        if (out.length > 0 && !isLate && !signal.aborted) drawn = thrown ? 'failed' : out.subarray(1);
      },
    );
    child.on('close', () => resolve(drawn));
    child.stdin?.on('error', () => {});
    child.stdin?.end(svg);
  });
