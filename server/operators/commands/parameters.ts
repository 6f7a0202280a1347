import * as v from 'valibot';
import type { Operation } from './operation.ts';

/** A parameter of an operation, as the command line and its help need it. */
export type Parameter = {
  name: string;
  kind: 'flag' | 'number' | 'text' | 'counts' | 'pairs';
  isNeeded: boolean;
  /** The words that are allowed; null for any. */
  allowed: readonly string[] | null;
  about: string;
};

const unwrap = (schema: v.GenericSchema): v.GenericSchema =>
  'wrapped' in schema ? unwrap(schema.wrapped as v.GenericSchema) : schema;

const kinds: Readonly<Record<string, Parameter['kind']>> = {
  boolean: 'flag',
  number: 'number',
  array: 'counts',
  record: 'pairs',
};

/** The parameters of an operation, from its schema. */
export const parametersOf = ({ input }: Pick<Operation, 'input'>): Parameter[] =>
  Object.entries(input.entries).map(([name, schema]) => {
    const inner = unwrap(schema as v.GenericSchema);
    const allowed = 'options' in inner && Array.isArray(inner.options) ? inner.options.map(String) : null;
    return {
      name,
      kind: kinds[inner.type] ?? 'text',
      isNeeded: inner === schema,
      allowed,
      about: v.getDescription(inner) ?? '',
    };
  });

/** How an option of a parameter is written. */
export const flagOf = ({ cli }: Pick<Operation, 'cli'>, name: string): string =>
  cli?.flags?.[name] ?? name.replaceAll('_', '-');

/** The parameters that are written without a name, in their sequence. */
export const argsOf = ({ cli }: Pick<Operation, 'cli'>): string[] => Object.keys(cli?.args ?? {});
