import { inflateRawSync } from 'node:zlib';

const directory = 0x02014b50;
const end = 0x06054b50;

/** The files of a ZIP archive by name, read from its central directory. Throws if it is no ZIP archive. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const last = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (last < 0 || bytes.readUInt32LE(last) !== end) throw new Error('No ZIP archive.');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(last + 16);
  for (let left = bytes.readUInt16LE(last + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== directory) throw new Error('The directory of the archive is broken.');
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0));
    files.set(path, method === 8 ? inflateRawSync(packed) : packed);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
};
