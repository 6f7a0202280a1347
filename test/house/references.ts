/** Paths that a document names: in backticks with a folder and an ending, or behind a link. Patterns and placeholders are none. */
const named = /`((?:docs|server|src|machines|test|locales|public|\.ci)\/[\w./-]+)`|\]\(([^)#:\s]+)\)/g;

/** A line for every file or folder that a document names and that `exists` does not know. `path` is the document's own. */
export const referenceFaults = (path: string, text: string, exists: (path: string) => boolean): string[] => {
  const folder = path.split('/').slice(0, -1).join('/');
  return [...text.matchAll(named)].flatMap(([, plain, link = '']) => {
    const target = plain ?? new URL(link, `file:///${folder}/`).pathname.slice(1);
    return exists(target) ? [] : [`${path}: there is no ${target}`];
  });
};
