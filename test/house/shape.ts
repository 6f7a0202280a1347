/** Longest code file in lines (docs/architecture.md#files). */
const longest = 250;

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const capital = ['README.md'];
/** Pictures are named `<scene>--<site>--<language>--<look>.png`. */
const pictures = /^test\/gallery\/references\/[\w.-]+\.png$/;

/** A line if a part of the path is not in kebab-case. */
export const nameFaults = (path: string): string[] => {
  if (pictures.test(path)) return [];
  const bad = path.split('/').filter((part) => !kebab.test(part) && !capital.includes(part));
  return bad.length === 0 ? [] : [`${path}: ${bad.join(', ')} is not kebab-case`];
};

/** A line if the file is code and too long. */
export const lengthFaults = (path: string, text: string): string[] => {
  const lines = text.split('\n').length - 1;
  const code = /\.(ts|tsx|mjs|css)$/.test(path);
  return code && lines > longest ? [`${path} has ${lines} lines`] : [];
};
