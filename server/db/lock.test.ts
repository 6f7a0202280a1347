import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it('the folder lock is held by this process until it is released', () => {
  const unlock = lockFolder(folder);
  expect(readFileSync(file(), 'utf8').trim()).toBe(String(process.pid));
  unlock();
  expect(existsSync(file())).toBe(false);
});

it('the lock of a running process cannot be taken', () => {
  writeFileSync(file(), `${process.ppid}\n`);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.ppid}`);
});

it.each(['999999999', 'nonsense', ''])('a stale lock (%j) is taken over', (text) => {
  writeFileSync(file(), text);
  const unlock = lockFolder(folder);
  expect(readFileSync(file(), 'utf8').trim()).toBe(String(process.pid));
  unlock();
});

it('a lock that another process has taken over is not released', () => {
  const unlock = lockFolder(folder);
  writeFileSync(file(), '1\n');
  unlock();
  expect(existsSync(file())).toBe(true);
});
