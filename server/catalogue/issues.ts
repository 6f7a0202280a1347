import type * as v from 'valibot';

/** Demands of the checks of `schema.ts`, for people who have not seen the schema. */
const demands: Readonly<Record<string, (issue: v.BaseIssue<unknown>) => string>> = {
  string: () => 'must be a text in quotes',
  number: () => 'must be a number',
  integer: () => 'must be a whole number',
  boolean: () => 'must be true or false',
  array: () => 'must be a list in [ ]',
  object: () => 'must be a group in { }',
  strict_object: () => 'must be a group in { }',
  record: () => 'must be a group in { }',
  min_value: ({ requirement }) => `must be ${requirement} or more`,
  max_value: ({ requirement }) => `must be ${requirement} or less`,
  non_empty: () => 'must not be empty',
  min_length: ({ requirement }) => `must have ${requirement} characters or more`,
  max_length: ({ requirement }) => `must have ${requirement} characters or entries at most`,
  iso_date: () => 'must be a day such as 2026-12-01',
  iso_timestamp: () => 'must be a time with its offset, such as 2026-12-01T10:00:00+09:00',
  url: () => 'must be an address such as https://venue.example/',
  picklist: ({ expected }) => `must be one of ${(expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ')}`,
};

/** Our own checks have messages that are written for operators; those of valibot begin with “Invalid”. */
const isOurs = ({ type, message }: v.BaseIssue<unknown>): boolean =>
  (type === 'check' || type === 'raw_check' || type === 'regex') && !message.startsWith('Invalid ');

/** Names the required kind of a value in words for operators. */
export const demandOf = (issue: v.BaseIssue<unknown>): string => {
  if (isOurs(issue)) return issue.message;
  if (issue.expected === 'never') return 'is not a field of a catalogue: correct or remove its name';
  if (issue.received === 'undefined') return 'is missing';
  if (issue.type === 'min_length' && Array.isArray(issue.input)) return 'must not be empty';
  const demand = demands[issue.type] ?? (() => 'has a value that is not possible here');
  return `${demand(issue)}; it is ${issue.received.length > 60 ? `${issue.received.slice(0, 60)}…` : issue.received}`;
};

/** The keys that lead to the fault in the file. */
export const pathOf = ({ path }: v.BaseIssue<unknown>): string => (path ?? []).map(({ key }) => String(key)).join('/');

/** A fault of a catalogue as a line: where, and what is allowed there. `labelled`: the name of a place in another file. */
export const describeIssue = (
  issue: v.BaseIssue<unknown>,
  labelled: (path: string) => string = (path) => path,
): string => `${labelled(pathOf(issue)) || 'catalogue'}: ${demandOf(issue)}.`;

const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.keys(value).every((key) => isStorableText(key) && isStorable(Reflect.get(value, key)));
};

/** Paths of texts that no database column can hold. They are written only where there is one: catalogues are large. */
export const unstorable = (value: unknown, path = ''): string[] => {
  if (isStorable(value)) return [];
  if (typeof value === 'string') return [`${path}: contains characters that cannot be stored.`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...unstorable(key, `${path}/…`),
    ...unstorable(inner, path === '' ? key : `${path}/${key}`),
  ]);
};
