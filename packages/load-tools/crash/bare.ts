import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Seconds that a repeated `bareStart` takes on a machine with two idle cores, for which the start-up limits are defined
 * (docs/architecture.md#start-and-stop).
 */
export const idleSeconds = 1;

/** The minimum start-up time in seconds of any server on PGlite: a process that opens the folder and runs one query. */
export const bareStart = async (folder: string): Promise<number> => {
  const began = performance.now();
  const program = `
    import { PGlite } from '@electric-sql/pglite';
    const pglite = await PGlite.create(process.argv[1]);
    await pglite.query('select 1');
    await pglite.close();
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], { cwd: root, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The calibration ended with ${code}.`);
  return (performance.now() - began) / 1000;
};
