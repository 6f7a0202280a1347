import * as v from 'valibot';

/** No query or no body; anything sent is ignored. */
export const None = v.optional(v.looseObject({}));
