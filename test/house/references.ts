import GithubSlugger from 'github-slugger';

/** File paths in a document: in backticks, with a folder and an extension. Patterns and placeholders do not count. */
const namedPath = /`((?:docs|packages|server|src|machines|test|locales|public|\.ci)\/[\w./-]+)`/g;
/** File and folder names of a README: in backticks, with an extension or a closing slash. Addresses begin with a slash. */
const shortName = /`((?![/])(?:[\w.<>*-]+\/)*(?:[\w.<>*-]+\.(?:tsx?|m?js|css|json|md|html|svg)|[\w.<>*-]+\/))`/g;
/** Folders that are made by commands or settings. */
const generated = /^(?:reports|dist|DATA_DIR)\//;
/** Links of a document: a path, an anchor, or both. */
const link = /\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]+)?\)/g;
/** How code, and text outside links, cites a document. */
const citation = /(?<![\w/.-])((?:docs\/[\w/-]+|(?:[\w-]+\/)*README|machines\/decisions|CONTRIBUTING)\.md)(#[\w-]+)?/g;
/** Documents that are not in the repository, and sections of unnamed documents. */
const foreign = /\b(?:SPEC|DESIGN|SCREENS)\b(?!\.)|(?:quality-bars|visitor-pains)\b|§/g;
/** Published standards, whose sections may be cited by number. */
const standard = /(?:RFC \d+|PostgreSQL|HTML|ISO \d+)[^\n]*$/;

/** The anchors of a Markdown document: GitHub's, made from its headings, and explicit ones. */
export const anchorsIn = (text: string): ReadonlySet<string> => {
  const slugger = new GithubSlugger();
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const headings = [...prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')),
  );
  return new Set([...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
};

/** The repository: whether a path exists, and the anchors of a document. */
export type Tree = {
  readonly exists: (path: string) => boolean;
  readonly anchors: (path: string) => ReadonlySet<string>;
};

/** A line for each missing file, section and document that a text refers to. `path` is the text's own. */
export const referenceFaults = (path: string, text: string, { exists, anchors }: Tree): string[] => {
  const isDocument = path.endsWith('.md');
  const within = (to: string, anchor: string | undefined): string[] => {
    if (!exists(to)) return [`${path}: there is no ${to}`];
    return anchor && !anchors(to).has(anchor.slice(1)) ? [`${path}: ${to} has no ${anchor}`] : [];
  };
  const paths = isDocument ? [...text.matchAll(namedPath)].flatMap(([, to = '']) => within(to, undefined)) : [];
  const links = isDocument
    ? [...text.matchAll(link)].flatMap(([, to = '', anchor]) =>
        within(to === '' ? path : new URL(to, `file:///${path}`).pathname.slice(1), anchor),
      )
    : [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const citations = [...text.matchAll(citation)].flatMap(([, to = '', anchor]) =>
    within(exists(folder + to) ? folder + to : to, anchor),
  );
  const unknown = [...text.matchAll(foreign)].flatMap(({ 0: name, index }) => {
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index);
    return standard.test(before) ? [] : [`${path}: ${name} is not in the repository`];
  });
  return [...paths, ...links, ...citations, ...unknown];
};

const escaped = (text: string): string => text.replaceAll(/[.+]/g, '\\$&');

/** Placeholders (`<code>`, `*`, and `x.` for a chart's name) stand for any part of a name. */
const patternOf = (name: string): string =>
  name
    .replace(/^x(?=\.)/, '*')
    .split(/<[\w-]+>|\*/)
    .map(escaped)
    .join('[^/]*');

/**
 * A line for each name in a README that fits no file in or below its folder, and none from the root. `files`: paths from the
 * root of all files of the repository.
 */
export const nameFaults = (path: string, text: string, files: readonly string[]): string[] => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [...text.matchAll(shortName)].flatMap(([, name = '']) => {
    const end = name.endsWith('/') ? '' : '$';
    const fits = new RegExp(`^(?:${escaped(folder)}(?:.*/)?)?${patternOf(name)}${end}`);
    return generated.test(name) || files.some((file) => fits.test(file)) ? [] : [`${path}: there is no ${name}`];
  });
};
