/**
 * `node test/tools/with-postgres.mjs <program> [args…]`: runs the program with DATABASE_URL naming a throw-away
 * PostgreSQL cluster, which is gone afterwards. Uses Debian's PostgreSQL, installs it when that is possible.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from '../../server/ending.mjs';
import { env } from '../../server/install.mjs';
import { aptInstall, mayInstall } from './chromium.mjs';
import { freePort } from './free-port.mjs';

const packages = '/usr/lib/postgresql';

/** @returns {string | undefined} folder with initdb and pg_ctl of the newest version */
const programs = () => {
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(packages, version, 'bin')).find((path) => existsSync(join(path, 'initdb')));
};

if (programs() === undefined && mayInstall()) await aptInstall(['postgresql']);
const bin = programs();
if (bin === undefined) {
  console.error('No PostgreSQL found below /usr/lib/postgresql. To get it: `apt-get install postgresql` as root.');
  process.exit(1);
}

/** PostgreSQL refuses to run as root: then it runs as the user Debian made for it. @type {{uid?: number, gid?: number}} */
const owner = {};
if (process.getuid?.() === 0) {
  owner.uid = Number(spawnSync('id', ['-u', 'postgres']).stdout);
  owner.gid = Number(spawnSync('id', ['-g', 'postgres']).stdout);
}
const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);

/** @param {string} program @param {string[]} args */
const pg = (program, args) => {
  const { status, stdout, stderr } = spawnSync(join(bin, program), args, {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`);
};

const data = join(folder, 'data');
const port = await freePort();
const stop = () => {
  spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], { ...owner, cwd: folder, timeout: 30_000 });
  rmSync(folder, { recursive: true, force: true });
};
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
onEnd((signal) => {
  child?.kill(signal);
  stop();
  process.exit(1);
});

let code = 1;
try {
  pg('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  pg('pg_ctl', ['start', '-w', '-D', data, '-o', options, '-l', join(folder, 'log')]);
  console.log(`PostgreSQL: a throw-away cluster on port ${port}.`);
  const [program = 'true', ...args] = process.argv.slice(2);
  const DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/postgres`;
  child = spawn(program, args, { env: { ...env, DATABASE_URL }, stdio: ['ignore', 'inherit', 'inherit'] });
  const [own] = await once(child, 'close');
  code = own ?? 1;
} finally {
  stop();
}
process.exit(code);
