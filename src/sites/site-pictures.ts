import type { FileContent, ReadFile, SiteFault } from './files.ts';
import { artworkFaults, logoFaults, type PictureName, pictureNames, rasterFaults } from './pictures.ts';
import { type PictureEnding, pictureTypes } from './raster.ts';

export type Picture = { type: (typeof pictureTypes)[PictureEnding]; bytes: Uint8Array };

/** Formats by picture. Mails show the logos, and mail programs draw neither WebP nor AVIF. */
const endings: Readonly<Record<PictureName, readonly PictureEnding[]>> = {
  'header-white': ['svg', 'png'],
  'header-black': ['svg', 'png'],
  print: ['svg', 'png'],
  artwork: ['svg', 'png', 'jpg', 'webp', 'avif'],
};

export const pictureFiles = (name: PictureName): string[] => endings[name].map((ending) => `${name}.${ending}`);
/** Every name that a file of a site's folder may have. */
export const siteFiles: readonly string[] = ['site.json', 'skin.json', ...pictureNames.flatMap(pictureFiles)];

/** The sizes in px at which `site.json` has its logos drawn; null when it could not be read. */
export type LogoSizes = { header: { width: number; height: number }; print: { height: number } } | null;

type Found = { ending: PictureEnding; content: Exclude<FileContent, null> };

/** The text of a file; null if it is not UTF-8, which browsers would read as another text. */
const utf8Of = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const faultsIn = (name: PictureName, { ending, content }: Found, sizes: LogoSizes): string[] => {
  if (!(content instanceof Uint8Array)) return [content.problem];
  const size = (name === 'artwork' ? 'artwork' : name === 'print' ? sizes?.print : sizes?.header) ?? null;
  if (ending !== 'svg') return rasterFaults(content, ending, size);
  const svg = utf8Of(content);
  if (svg === null) return ['UTF-8 is needed'];
  if (size === 'artwork') return artworkFaults(svg);
  return size ? logoFaults(svg, size) : [];
};

/** Reads a picture under one of its names, with a fault for each thing that is wrong. */
export const readPicture = (
  name: PictureName,
  read: ReadFile,
  sizes: LogoSizes,
): { ending: PictureEnding; picture: Picture | null; faults: SiteFault[] } => {
  const found = endings[name].flatMap((ending): Found[] => {
    const content = read(`${name}.${ending}`);
    return content === null ? [] : [{ ending, content }];
  });
  const fault = (ending: PictureEnding, problem: string): SiteFault => ({
    file: `${name}.${ending}`,
    field: '',
    problem,
  });
  const [first, second] = found;
  if (!first) {
    const others = endings[name].slice(1).map((ending) => `.${ending}`);
    const missing = fault('svg', `missing (or with the ending ${others.join(', ')})`);
    return { ending: 'svg', picture: null, faults: [missing] };
  }
  const faults = [
    ...faultsIn(name, first, sizes).map((problem) => fault(first.ending, problem)),
    ...(second ? [fault(second.ending, `beside ${name}.${first.ending}: one of them is needed`)] : []),
  ];
  const { ending, content } = first;
  const picture = content instanceof Uint8Array ? { type: pictureTypes[ending], bytes: content } : null;
  return { ending, picture, faults };
};
