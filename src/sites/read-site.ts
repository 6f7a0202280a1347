import * as v from 'valibot';
import { type SiteCode, SiteCodeSchema, type SiteSettings } from '#src/domain/site.ts';
import { type Operation, operationFrom } from './operation.ts';
import { artworkFaults, logoFaults, type PictureName, pictureNames } from './pictures.ts';
import { SiteFileSchema, settingsFrom } from './schema.ts';
import { contrastFaults, SkinFileSchema, skinCss } from './skin.ts';

/** What is wrong with a site's folder: the file, the field in it ('' for all of it), and what is allowed. */
export type SiteFault = { file: string; field: string; problem: string };

/** A site as its folder describes it. */
export type Site = {
  code: SiteCode;
  settings: SiteSettings;
  operation: Operation;
  /** Host names that serve this site only. */
  hosts: readonly string[];
  /** Style sheet of its skin and of its large picture; '' where it has none. */
  styles: { skin: string; artwork: string };
  /** Logos by the address where they are served. */
  logos: ReadonlyMap<string, string>;
};

/** The text of a file of the folder; null if it is missing. */
export type ReadText = (file: string) => string | null;
type Hash = (text: string) => string;

export type ReadResult = { site: Site; faults?: never } | { site?: never; faults: readonly SiteFault[] };

const jsonOf = (text: string): unknown => JSON.parse(text);

type Parsed<T> = { value: T; faults?: never } | { value?: never; faults: SiteFault[] };

const parseFile = <S extends v.GenericSchema>(
  schema: S,
  file: string,
  text: string | null,
): Parsed<v.InferOutput<S>> => {
  const fault = (problem: string): { faults: SiteFault[] } => ({ faults: [{ file, field: '', problem }] });
  if (text === null) return fault('missing');
  let json: unknown;
  try {
    json = jsonOf(text);
  } catch (thrown) {
    return fault(`JSON is needed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return { value: parsed.output };
  return {
    faults: parsed.issues.map((issue) => ({ file, field: v.getDotPath(issue) ?? '', problem: issue.message })),
  };
};

const imageUrl = (svg: string): string => `data:image/svg+xml,${svg.trim().replace(/[%#<>"]/g, encodeURIComponent)}`;

/**
 * Reads a site's folder: settings, skin and pictures. Returns every fault that can be found, and a site only without any.
 * `hashOf`: a short hash, part of the addresses of pictures, so that browsers may keep them for ever.
 */
export const readSite = (code: string, read: ReadText, hashOf: Hash): ReadResult => {
  const named = v.safeParse(SiteCodeSchema, code);
  const file = parseFile(SiteFileSchema, 'site.json', read('site.json'));
  const skin = parseFile(SkinFileSchema, 'skin.json', read('skin.json') ?? '{}');
  const pictures = new Map(pictureNames.map((name) => [name, read(`${name}.svg`)]));
  const logo = file.value?.logo;
  const sizes: Record<PictureName, (svg: string) => string[]> = {
    'header-white': (svg) => (logo ? logoFaults(svg, logo.header.height, logo.header.width) : []),
    'header-black': (svg) => (logo ? logoFaults(svg, logo.header.height, logo.header.width) : []),
    print: (svg) => (logo ? logoFaults(svg, logo.print.height) : []),
    artwork: artworkFaults,
  };
  const faults: SiteFault[] = [
    ...(named.issues ?? []).map((issue) => ({ file: '', field: '', problem: issue.message })),
    ...(file.faults ?? []),
    ...(skin.faults ?? []),
    ...(skin.value && file.value
      ? contrastFaults(skin.value, file.value.logo.header.variant).map((fault) => ({ file: 'skin.json', ...fault }))
      : []),
    ...pictureNames.flatMap((name) => {
      const svg = pictures.get(name);
      const problems = typeof svg !== 'string' ? ['missing'] : sizes[name](svg);
      return problems.map((problem) => ({ file: `${name}.svg`, field: '', problem }));
    }),
  ];
  if (faults.length > 0 || !file.value || !skin.value) return { faults };
  const svgOf = (name: PictureName): string => pictures.get(name) ?? '';
  const addressOf = (name: PictureName): string => `/sites/${code}/${name}-${hashOf(svgOf(name))}.svg`;
  const [white, black, print] = [addressOf('header-white'), addressOf('header-black'), addressOf('print')];
  return {
    site: {
      code,
      settings: settingsFrom(code, file.value, { white, black, print }),
      operation: operationFrom(file.value),
      hosts: file.value.hosts,
      styles: {
        skin: skinCss(code, skin.value),
        artwork: `[data-site="${code}"] .artwork{background-image:url("${imageUrl(svgOf('artwork'))}")}`,
      },
      logos: new Map([
        [white, svgOf('header-white')],
        [black, svgOf('header-black')],
        [print, svgOf('print')],
      ]),
    },
  };
};

/** A fault as a line: `mori/site.json title.ja: a text of 1 to 80 characters`. */
export const faultLine = (code: string, { file, field, problem }: SiteFault): string =>
  `${[code, file].filter(Boolean).join('/')}${field && ` ${field}`}: ${problem}`;
