/** In: class names, some of them missing. Out: the rest, separated by spaces. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
