/** The text of an earlier migration with its parts replaced. Throws if it lacks one. */
export const edited = (text: string, ...parts: readonly (readonly [from: string, to: string])[]): string =>
  parts.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`Not in the text: ${from}`);
    return result.replace(from, () => to);
  }, text);
