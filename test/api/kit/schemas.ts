import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';

/** Finds the schemas of an OpenAPI document by keys, and validates by them. Throws if there is none. */
export const schemasOf = (document: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date', v.ISO_DATE_REGEX);
  ajv.addFormat('date-time', v.ISO_TIMESTAMP_REGEX);
  ajv.addFormat('uri', URL.canParse);
  ajv.addFormat('email', true);
  ajv.addSchema(document, 'openapi');
  /** Errors of the schema at this place for a value. */
  return (place: readonly string[], value: unknown) => {
    const keys = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`openapi#/${keys.join('/')}`);
    if (!validate) throw new Error(`The description lacks ${place.join(' ')}.`);
    validate(value);
    return validate.errors ?? [];
  };
};
