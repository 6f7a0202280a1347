import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './lock.ts';

let folder: string;
const file = () => join(folder, 'server.pid');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const holder = () => readFileSync(file(), 'utf8').split('\n')[0];

it('the folder lock is held by this process until it is released', () => {
  const unlock = lockFolder(folder);
  expect(holder()).toBe(String(process.pid));
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}. Stop it`);
  unlock();
  expect(existsSync(file())).toBe(false);
  lockFolder(folder)();
});

it.each([
  ['7\nvenue-1\n', 'in use by process 7 of venue-1, another container or machine. Run the command there (docker exec)'],
  ['999999999\n', 'in use by process 999999999. Stop it'],
  ['', 'in use by another process. Stop it'],
])('a lock is held whatever its process is here, as that of another container is nobody (%j)', (text, words) => {
  const unlock = lockFolder(folder);
  writeFileSync(file(), text);
  expect(() => lockFolder(folder)).toThrow(words);
  unlock();
});

it.each(['', `${process.pid}\n`, `${process.ppid}\nvenue-1\n`])('a stale lock (%j) is taken over', (text) => {
  writeFileSync(file(), text);
  const unlock = lockFolder(folder);
  expect(holder()).toBe(String(process.pid));
  unlock();
});

it('a folder whose lock cannot be taken is not opened', () => {
  mkdirSync(join(folder, 'server.lock'));
  expect(() => lockFolder(folder)).toThrow(`${join(folder, 'server.lock')} cannot be locked: `);
});

it('a folder whose lock belongs to another user is not opened, since it would only be shared', () => {
  writeFileSync(join(folder, 'server.lock'), '');
  chmodSync(join(folder, 'server.lock'), 0o444);
  chmodSync(folder, 0o777);
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url))};
    if (process.getuid() === 0) process.setuid(65534);
    lockFolder(${JSON.stringify(folder)});`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(child.stderr).toContain('cannot be locked: ');
});
