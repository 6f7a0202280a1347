/** Longest code file (docs/architecture.md#files). */
const longest = 250;

/** Data may be as long as it is: catalogues, seed data, legal texts. */
const data = [/^locales\//, /^server\/seed\//, /\/legal\//];
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const capital = ['README.md'];
/** Pictures are called after what they show: `<scene>--<site>--<language>--<look>.png`. */
const pictures = /^test\/gallery\/references\/[\w.-]+\.png$/;

/** In: a file's path. Out: a line when a part of it is not in kebab-case. */
export const nameFaults = (path: string): string[] => {
  if (pictures.test(path)) return [];
  const bad = path.split('/').filter((part) => !kebab.test(part) && !capital.includes(part));
  return bad.length === 0 ? [] : [`${path}: ${bad.join(', ')} is not kebab-case`];
};

/** In: a file's path and text. Out: a line when it is code and too long. */
export const lengthFaults = (path: string, text: string): string[] => {
  const lines = text.split('\n').length - 1;
  const code = /\.(ts|tsx|mjs|css)$/.test(path) && !data.some((pattern) => pattern.test(path));
  return code && lines > longest ? [`${path} has ${lines} lines`] : [];
};
