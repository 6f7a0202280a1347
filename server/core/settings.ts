import * as v from 'valibot';

/** A TCP port. */
export const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'a port number'), v.transform(Number), v.maxValue(65_535));

/** The address of a server; trailing slashes are removed. */
export const Origin = v.pipe(
  v.string(),
  v.url('an address such as https://shop.example'),
  v.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
);

/** JSON of an object. `format` describes it; messages never repeat the value. */
export const jsonObject = (format: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): object => {
      try {
        const value: unknown = JSON.parse(dataset.value);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
      } catch {
        // reported below
      }
      addIssue({ message: format });
      return NEVER;
    }),
  );

/** A whole number of at most `digits` digits, within bounds. */
export const wholeNumber = (least: number, most: number, digits: number) =>
  v.pipe(
    v.string(),
    v.check((text) => text.length <= digits && /^\d+$/.test(text), `a whole number, ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `at least ${least}`),
    v.maxValue(most, `at most ${most}`),
  );
