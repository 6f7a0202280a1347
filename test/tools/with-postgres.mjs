/**
 * `node test/tools/with-postgres.mjs <program> [args…]`: runs the program with DATABASE_URL set to a temporary PostgreSQL
 * cluster, which is removed afterwards. Uses Debian's PostgreSQL and installs it if possible.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onEnd } from '../../server/core/ending.mjs';
import { env } from '../../server/core/install.mjs';
import { startPostgres } from './postgres.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** @type {Awaited<ReturnType<typeof startPostgres>>} */
let postgres;
onEnd((signal) => {
  child?.kill(signal);
  postgres?.stop();
  process.exit(1);
});

postgres = await startPostgres();
if (postgres === undefined) {
  console.error('No PostgreSQL found below /usr/lib/postgresql. To get it: `apt-get install postgresql` as root.');
  process.exit(1);
}
const { url: DATABASE_URL, stop } = postgres;

let code = 1;
try {
  console.log(`PostgreSQL: a throw-away cluster, ${DATABASE_URL}`);
  const [program = 'true', ...args] = process.argv.slice(2);
  child = spawn(program, args, { env: { ...env, DATABASE_URL }, stdio: ['ignore', 'inherit', 'inherit'] });
  const [own] = await once(child, 'close');
  code = own ?? 1;
} finally {
  stop();
}
process.exit(code);
