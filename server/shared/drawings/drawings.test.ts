import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultLine } from '#src/sites/read-site.ts';
import { type DrawingLimits, drawInChild, drawingLimits } from './child.ts';
import { openDrawings } from './drawings.ts';

/** The limits of the server on a machine of any speed. */
const usual: DrawingLimits = { ...drawingLimits, wall: 3_600_000 };
const patient: DrawingLimits = { ...usual, time: 3_600 };
const { signal } = new AbortController();

let folder: string;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawings-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program in place of the one that draws; `svg` is what it is given. */
const programOf = (code: string): string => {
  const file = join(folder, 'program.mjs');
  const head = `import { appendFileSync, existsSync } from 'node:fs'; import { text } from 'node:stream/consumers';
    const note = (line) => appendFileSync(import.meta.dirname + '/notes', line + '\\n'); const svg = await text(process.stdin);`;
  writeFileSync(file, `${head}\n${code}`);
  return file;
};
const ready = `process.stdout.write('.');`;
const stuck = `note(process.pid); ${ready} setInterval(() => {}, 1_000);`;
const notes = (): string[] =>
  existsSync(join(folder, 'notes')) ? readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n') : [];

const svgOf = (content: string, width = 78, height = 30) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
const logo = (text: string, file = 'header-white.svg') => ({ file, address: `/${text}`, svg: Buffer.from(text) });
const open = ({ program, ...more }: Partial<Parameters<typeof openDrawings>[0]> & { program?: string } = {}) =>
  openDrawings({
    folder: join(folder, 'drawings'),
    log: (level, event, facts = {}) => logged.push(`${level} ${event} ${facts.site} ${facts.because ?? ''}`.trim()),
    limits: patient,
    ...(program && { render: (svg, zoom, bounds) => drawInChild(svg, zoom, { ...bounds, program }) }),
    ...more,
  });

describe('a picture', () => {
  it('is drawn in its size, without any font', async () => {
    const draw = (content: string) => drawInChild(svgOf(content), 3, { limits: patient, signal });
    const [drawn, named] = await Promise.all([draw('<path d="M0 0H9V9Z"/>'), draw('<text y="20">Hall</text>')]);
    if (!(drawn instanceof Uint8Array && named instanceof Uint8Array)) throw new Error('Not drawn.');
    const { width, height, data } = PNG.sync.read(Buffer.from(drawn));
    expect([width, height, data.some(Boolean)]).toEqual([234, 90, true]);
    expect(PNG.sync.read(Buffer.from(named)).data.some(Boolean)).toBe(false);
  });

  it.each([
    ['30,000 by 30,000 pixels', svgOf('<path d="M0 0H30000V30000Z"/>', 30_000, 30_000)],
    ['no drawing', Buffer.from('Hall')],
  ])('of %s is given up', async (_what, svg) => {
    expect(await drawInChild(svg, 3, { limits: usual, signal })).toBe('failed');
  });

  it.each([
    ['takes too long', `${ready} for (;;);`, { time: 1 }],
    ['is larger than a mail should carry', `${ready} process.stdout.write('x'.repeat(2_000_000));`, {}],
    [
      'takes the memory of the machine',
      `${ready} const all = []; for (let at = 0; at < 20; at++) all.push(Buffer.alloc(1e8, 1));`,
      {},
    ],
  ])('that %s is given up, and its process has ended', async (_what, code, limits) => {
    const program = programOf(`note(process.pid); ${code}`);
    expect(await drawInChild(svgOf(''), 3, { limits: { ...patient, ...limits }, signal, program })).toBe('failed');
    expect(() => process.kill(Number(notes()[0]), 0)).toThrow('ESRCH');
  });

  it('that did not get the processor is no fault', async () => {
    const limits = { ...patient, wall: 1 };
    expect(await drawInChild(svgOf(''), 3, { limits, signal, program: programOf(stuck) })).toBe('unavailable');
  });

  it('is drawn without the environment of the server', async () => {
    vi.stubEnv('TICKET_SECRET', 'sesame');
    const program = programOf(`${ready} process.stdout.write(JSON.stringify(process.env));`);
    const drawn = await drawInChild(svgOf(''), 3, { limits: patient, signal, program });
    vi.unstubAllEnvs();
    expect(String(drawn)).not.toContain('sesame');
  });
});

describe('the logos of sites', () => {
  const drawing = `note('begin ' + svg); ${ready} process.stdout.write(svg); note('end ' + svg);`;

  it('are drawn one at a time, in the sequence in which they came, and no version that was replaced', async () => {
    const drawings = open({ program: programOf(drawing) });
    drawings.replace(
      'mine',
      ['a1', 'a2', 'a3'].map((text) => logo(text)),
    );
    drawings.replace('other', [logo('b1')]);
    drawings.replace(
      'mine',
      ['a1', 'a4'].map((text) => logo(text)),
    );
    await drawings.settled();
    expect(notes()).toEqual(['a1', 'b1', 'a4'].flatMap((text) => [`begin ${text}`, `end ${text}`]));
    expect(String(drawings.pngOf('other', '/b1'))).toBe('b1');
    expect(drawings.pngOf('mine', '/a3')).toBeNull();
  });

  it('are drawn when the server has started', async () => {
    const program = programOf(drawing);
    const started = Promise.withResolvers<void>();
    const waiting = open({ program, after: started.promise });
    waiting.replace('mine', [logo('later')]);
    const other = open({ program, folder: join(folder, 'others') });
    other.replace('mine', [logo('now')]);
    await other.settled();
    expect(notes()).toEqual(['begin now', 'end now']);
    started.resolve();
    await waiting.settled();
    expect(String(waiting.pngOf('mine', '/later'))).toBe('later');
  });

  it('are drawn once: after a restart there are the results of the current version, and no other', async () => {
    const program = programOf(`${drawing} process.exit(svg === 'bad' ? 1 : 0);`);
    const logos = [logo('good'), logo('bad', 'header-black.svg')];
    const first = open({ program });
    first.replace('mine', [logo('old')]);
    await first.settled();
    first.replace('mine', logos);
    await first.settled();
    const again = open({ program });
    again.replace('mine', logos);
    expect(['/good', '/bad'].map((address) => again.pngOf('mine', address))).toEqual([Buffer.from('good'), null]);
    expect(notes().filter((line) => line.startsWith('begin'))).toEqual(['begin old', 'begin good', 'begin bad']);
    const line =
      'mine/header-black.svg: cannot be drawn within 3600 s and 128 MB; a simpler drawing is needed, or a PNG; mails and previews of links are without it';
    expect(again.faults().map(({ code, fault }) => faultLine(code, fault))).toEqual([line]);
    expect(logged).toEqual([`error site_invalid mine ${line}`, `error site_invalid mine ${line}`]);
    expect(readdirSync(join(folder, 'drawings', 'mine')).map((name) => name.split('.')[1])).toHaveLength(2);
    again.replace('mine', [logo('good')]);
    expect(again.faults()).toEqual([]);
  });

  it('are drawn where the folder cannot be written, and nothing is written where it is read-only', async () => {
    const program = programOf(drawing);
    writeFileSync(join(folder, 'drawings'), 'a file');
    const full = open({ program });
    full.replace('mine', [logo('a')]);
    await full.settled();
    expect(String(full.pngOf('mine', '/a'))).toBe('a');
    expect(logged).toEqual(['warn drawing_not_stored mine']);
    const readOnly = open({ program, folder: join(folder, 'none'), isReadOnly: true });
    readOnly.replace('mine', [logo('a')]);
    await readOnly.settled();
    expect([String(readOnly.pngOf('mine', '/a')), existsSync(join(folder, 'none'))]).toEqual(['a', false]);
  });

  it('are no fault of their folder where the program does not start; the next mail has it tried again', async () => {
    const drawings = open({
      program: programOf(`note(svg); if (existsSync(import.meta.dirname + '/up')) { ${drawing} }`),
    });
    drawings.replace('mine', [logo('a')]);
    await drawings.settled();
    expect([drawings.faults(), logged]).toEqual([[], ['error drawing_unavailable mine']]);
    writeFileSync(join(folder, 'up'), '');
    expect(drawings.pngOf('mine', '/a')).toBeNull();
    await drawings.settled();
    expect(String(drawings.pngOf('mine', '/a'))).toBe('a');
  });

  it('are not waited for; what draws ends with the server, and is tried by the next one', async () => {
    const drawings = open({ program: programOf(stuck) });
    drawings.replace('mine', [logo('a')]);
    expect(drawings.pngOf('mine', '/a')).toBeNull();
    await expect.poll(notes).toHaveLength(1);
    await drawings.close();
    expect(() => process.kill(Number(notes()[0]), 0)).toThrow('ESRCH');
    expect([drawings.faults(), logged, existsSync(join(folder, 'drawings'))]).toEqual([[], [], false]);
  });
});
