import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTextFile } from './text-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'slots.csv');
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

describe('a file of a spreadsheet', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('商品,定員')],
    ['UTF-8 with its mark', Buffer.from('\uFEFF商品,定員')],
    ['UTF-16', Buffer.from('\uFEFF商品,定員', 'utf16le')],
    ['UTF-16 with the larger byte first', Buffer.from('\uFEFF商品,定員', 'utf16le').swap16()],
    ['Shift_JIS', Buffer.from('8fa495692c92e888f5', 'hex')],
  ])('is read in %s', (_encoding, bytes) => {
    writeFileSync(file, bytes);
    expect(withoutMark(readTextFile(file))).toBe('商品,定員');
  });

  it('that is no text is refused by name', () => {
    writeFileSync(file, Buffer.from([0x89, 0x50, 0xff, 0xfd, 0x80]));
    expect(() => readTextFile(file)).toThrow(`${file} is neither UTF-8, UTF-16 nor Shift_JIS.`);
    expect(() => readTextFile(folder)).toThrow(`${folder} cannot be read: it is a folder.`);
  });
});
