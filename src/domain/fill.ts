/** Replaces all placeholders `{name}` in one pass, so that placeholders inside values are not replaced. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
