/** A throw-away PostgreSQL cluster of Debian's programs, for tests and measurements. */
import { execFile, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall, mayInstall } from './chromium.mjs';
import { freePort } from './free-port.mjs';

const packages = '/usr/lib/postgresql';
const execute = promisify(execFile);

/** @returns {string | undefined} folder with initdb and pg_ctl of the newest version */
const programs = () => {
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(packages, version, 'bin')).find((path) => existsSync(join(path, 'initdb')));
};

/** Installs PostgreSQL if missing and possible. @returns {Promise<string | undefined>} folder of its programs */
export const needPrograms = async () => {
  if (programs() === undefined && mayInstall()) await aptInstall(['postgresql']);
  return programs();
};

/**
 * A running cluster. `control` runs one of PostgreSQL's programs as the cluster's owner without blocking the event loop, and
 * throws if it fails; `options` are the server's start options.
 * @typedef {{
 *   url: string, port: number, folder: string, data: string, options: string, stop: () => void,
 *   control: (program: string, args: string[]) => Promise<string>,
 * }} Cluster
 */

/**
 * Starts a cluster in a temporary folder, without fsync.
 * @param {{ maxConnections?: number }} [settings]
 * @returns {Promise<Cluster | undefined>} nothing without PostgreSQL's programs. Throws if it does not start.
 */
export const startPostgres = async ({ maxConnections = 200 } = {}) => {
  const bin = await needPrograms();
  if (bin === undefined) return undefined;
  /** PostgreSQL refuses to run as root, so it runs as the user of Debian's package. @type {{uid?: number, gid?: number}} */
  const owner = {};
  if (process.getuid?.() === 0) {
    owner.uid = Number(spawnSync('id', ['-u', 'postgres']).stdout);
    owner.gid = Number(spawnSync('id', ['-g', 'postgres']).stdout);
  }
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();

  /** @param {string} program @param {string[]} args */
  const run = (program, args) => {
    const options = { ...owner, cwd: folder, encoding: /** @type {const} */ ('utf8'), timeout: 60_000 };
    const { status, stdout, stderr } = spawnSync(join(bin, program), args, options);
    if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`);
  };
  const stop = () => {
    spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], { ...owner, cwd: folder, timeout: 30_000 });
    rmSync(folder, { recursive: true, force: true });
  };
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=${maxConnections}`;
  /** @param {string} program @param {string[]} args */
  const control = async (program, args) => {
    const { stdout } = await execute(join(bin, program), args, { ...owner, cwd: folder, timeout: 60_000 });
    return stdout;
  };
  try {
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
    run('pg_ctl', ['start', '-w', '-D', data, '-o', options, '-l', join(folder, 'log')]);
  } catch (error) {
    stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, folder, data, options, stop, control };
};
