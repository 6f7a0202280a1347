import * as v from 'valibot';
import { NameFaults, parseStrictJson } from '#src/sites/strict-json.ts';

export const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'a port number'), v.transform(Number), v.maxValue(65_535));

/** The address of a server; trailing slashes are removed. */
export const Origin = v.pipe(
  v.string(),
  v.url('an address such as https://shop.example'),
  /* The look-behind keeps the pattern linear. */
  v.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
);

/** A setting of JSON. `format` describes it; messages never repeat the value. */
export const jsonSetting = (format: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        return parseStrictJson(dataset.value);
      } catch (thrown) {
        addIssue({ message: thrown instanceof NameFaults ? thrown.message : format });
        return NEVER;
      }
    }),
  );

/** A setting of JSON that is an object; the schema behind it in the pipe checks its entries. */
export const jsonObject = (format: string) =>
  v.pipe(
    jsonSetting(format),
    v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), format),
  );

/** A whole number of at most `digits` digits, within bounds. */
export const wholeNumber = (min: number, max: number, digits: number) =>
  v.pipe(
    v.string(),
    v.check((text) => text.length <= digits && /^\d+$/.test(text), `a whole number, ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  );
