import * as v from 'valibot';
import { type SiteCode, SiteCodeSchema, type SiteSettings } from '#src/domain/site.ts';
import type { FileContent, ReadFile, SiteFault } from './files.ts';
import { type Operation, operationFrom } from './operation.ts';
import { type PictureName, pictureNames } from './pictures.ts';
import { previewDrawing } from './preview-drawing.ts';
import { SiteFileSchema, settingsFrom } from './schema.ts';
import { type Picture, readPicture } from './site-pictures.ts';
import { contrastFaults, SkinFileSchema, skinCss } from './skin.ts';
import { NameFaults, parseStrictJson } from './strict-json.ts';

/** A site as its folder describes it. */
export type Site = {
  code: SiteCode;
  settings: SiteSettings;
  operation: Operation;
  /** Host names that serve this site only. */
  hosts: readonly string[];
  /** Origins elsewhere whose pages may use its API. */
  origins: readonly string[];
  /** Style sheet of its skin and of its large picture; '' where it has none. */
  styles: { skin: string; artwork: string };
  /** Picture in previews of links, and the drawing of which it has the pixels; null where no preview shows its format. */
  preview: { address: string; drawing: Uint8Array | null } | null;
  /** Pictures by the address where they are served. */
  pictures: ReadonlyMap<string, Picture>;
};

export type ReadResult = { site: Site; faults?: never } | { site?: never; faults: readonly SiteFault[] };

/** Where a text ceases to be JSON. The parser's message would quote the file, which is logged and shown by `/readyz`. */
const placeOf = (thrown: unknown): string => {
  const message = thrown instanceof Error ? thrown.message : '';
  const [place] = /line \d+ column \d+/.exec(message) ?? [];
  if (message.startsWith('Unexpected end')) return ': the file ends too early';
  return place ? `: something is wrong at ${place}` : '';
};

type Parsed<T> = { value: T; faults?: never } | { value?: never; faults: SiteFault[] };

const parseFile = <S extends v.GenericSchema>(
  schema: S,
  file: string,
  content: FileContent,
): Parsed<v.InferOutput<S>> => {
  const fault = (problem: string): { faults: SiteFault[] } => ({ faults: [{ file, field: '', problem }] });
  if (content === null) return fault('missing');
  if (!(content instanceof Uint8Array)) return fault(content.problem);
  let json: unknown;
  try {
    json = parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (thrown) {
    if (thrown instanceof NameFaults)
      return { faults: thrown.faults.map(({ path, problem }) => ({ file, field: path.join('.'), problem })) };
    return fault(thrown instanceof TypeError ? 'UTF-8 is needed' : `JSON is needed${placeOf(thrown)}`);
  }
  /* A list would be an object without fields. */
  if (Array.isArray(json)) return fault('an object in { } is needed');
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return { value: parsed.output };
  return {
    faults: parsed.issues.map((issue) => ({ file, field: v.getDotPath(issue) ?? '', problem: issue.message })),
  };
};

/** Maximum faults that are listed, and length of a field's name in one: they are logged, and a folder's author is a stranger. */
const [maxFaults, maxFieldLength] = [20, 120];
const firstOf = (faults: readonly SiteFault[]): SiteFault[] => [
  ...faults.slice(0, maxFaults).map((fault) => ({ ...fault, field: fault.field.slice(0, maxFieldLength) })),
  ...(faults.length > maxFaults ? [{ file: '', field: '', problem: `${faults.length - maxFaults} more faults` }] : []),
];

const escapedByte = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
/** An address for `url("")` in a style sheet: all but what such a text and an address may contain is escaped. */
export const dataUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.trim().replace(/[^\w .,:;=/+()-]/gu, (char) => Array.from(new TextEncoder().encode(char), escapedByte).join(''))}`;

const noSkin = new TextEncoder().encode('{}');

/**
 * Reads a site's folder: settings, skin and pictures. Returns the first faults and the number of others, and a site only without any.
 * `hashOf`: a short hash, part of the addresses of pictures, so that browsers may keep them for ever.
 */
export const readSite = (code: string, read: ReadFile, hashOf: (bytes: Uint8Array) => string): ReadResult => {
  const named = v.safeParse(SiteCodeSchema, code);
  const file = parseFile(SiteFileSchema, 'site.json', read('site.json'));
  const skin = parseFile(SkinFileSchema, 'skin.json', read('skin.json') ?? noSkin);
  const drawn = pictureNames.map((name) => ({ name, ...readPicture(name, read, file.value?.logo ?? null) }));
  const faults: SiteFault[] = [
    ...(named.issues ?? []).map((issue) => ({ file: '', field: '', problem: issue.message })),
    ...(file.faults ?? []),
    ...(skin.faults ?? []),
    ...(skin.value && file.value
      ? contrastFaults(skin.value, file.value.logo.header.variant).map((fault) => ({ file: 'skin.json', ...fault }))
      : []),
    ...drawn.flatMap((picture) => picture.faults),
  ];
  if (faults.length > 0 || !file.value || !skin.value) return { faults: firstOf(faults) };
  const served = drawn.flatMap(({ name, ending, picture }) =>
    picture ? [{ name, picture, address: `/sites/${code}/${name}-${hashOf(picture.bytes)}.${ending}` }] : [],
  );
  const pictures = new Map(served.map(({ address, picture }) => [address, picture]));
  const addressOf = (name: PictureName): string => served.find((picture) => picture.name === name)?.address ?? '';
  const logos = { white: addressOf('header-white'), black: addressOf('header-black'), print: addressOf('print') };
  const artwork = addressOf('artwork');
  /* A drawing is part of the page, so that the first screen asks for nothing. */
  const large = pictures.get(artwork);
  const svg = large?.type === 'image/svg+xml' ? new TextDecoder().decode(large.bytes) : null;
  const preview =
    svg === null
      ? { address: artwork, drawing: null }
      : { address: artwork.replace('/artwork-', '/preview-').replace(/svg$/, 'png'), drawing: previewDrawing(svg) };
  return {
    site: {
      code,
      settings: settingsFrom(code, file.value, logos),
      operation: operationFrom(file.value),
      hosts: file.value.hosts,
      origins: file.value.origins,
      styles: {
        skin: skinCss(code, skin.value),
        artwork: `[data-site="${code}"] .artwork{background-image:url("${svg === null ? artwork : dataUrl(svg)}")}`,
      },
      preview: large?.type === 'image/avif' ? null : preview,
      pictures,
    },
  };
};

/** A fault as a line: `mori/site.json title.ja: a text of 1 to 80 characters`. */
export const faultLine = (code: string, { file, field, problem }: SiteFault): string =>
  `${[code, file].filter(Boolean).join('/')}${field && ` ${field}`}: ${problem}`;
