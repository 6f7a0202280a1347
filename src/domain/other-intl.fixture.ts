/** Ways in which engines and their locale data format the same date differently. */
export const variants = ['order', 'digits', 'literals', 'midnight'] as const;
export type Variant = (typeof variants)[number];

/**
 * Makes Intl and toLocaleString format dates as another engine would. Must not refer to anything outside itself, because its
 * source is also sent into pages.
 */
export const patchIntl = (variant: Variant): void => {
  type Part = { type: string; value: string };
  const original = Intl.DateTimeFormat.prototype.formatToParts;
  const changed: Record<Variant, (parts: Part[]) => Part[]> = {
    order: (parts) => parts.reverse(),
    digits: (parts) =>
      parts.map(({ type, value }) => ({
        type,
        value: value.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
      })),
    literals: (parts) => parts.map((part) => (part.type === 'literal' ? { ...part, value: '\u202f/\u200e' } : part)),
    midnight: (parts) =>
      parts.map((part) => (part.type === 'hour' && part.value === '00' ? { ...part, value: '24' } : part)),
  };
  const partsOf = (format: Intl.DateTimeFormat, date?: Date | number) =>
    changed[variant](original.call(format, date).map((part) => ({ ...part })));
  const textOf = (format: Intl.DateTimeFormat, date?: Date | number) =>
    partsOf(format, date)
      .map(({ value }) => value)
      .join('');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      return (date?: Date | number) => textOf(this, date);
    },
  });
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'formatToParts', {
    configurable: true,
    value(this: Intl.DateTimeFormat, date?: Date | number) {
      return partsOf(this, date);
    },
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const options: Intl.DateTimeFormatOptions = {
      ...(name === 'toLocaleTimeString' ? {} : { dateStyle: 'short' }),
      ...(name === 'toLocaleDateString' ? {} : { timeStyle: 'medium' }),
    };
    Object.defineProperty(Date.prototype, name, {
      configurable: true,
      value(this: Date, locale?: string, requested?: Intl.DateTimeFormatOptions) {
        return textOf(new Intl.DateTimeFormat(locale, requested ?? options), this);
      },
    });
  }
};

/** The same as source text, for a page to run before the app. */
export const intlScript = (variant: Variant): string => `(${patchIntl})(${JSON.stringify(variant)});`;
