import { releasePath } from './release.ts';

type Json = Record<string, unknown>;

/** The address for mail programs, which is beside the contract (`release.ts`). */
const releaseOperation = (method: 'get' | 'post'): Json => ({
  operationId: method === 'post' ? 'releaseOneClick' : 'openRelease',
  summary:
    method === 'post'
      ? 'Ends a newsletter subscription without a page (RFC 8058): the address in List-Unsubscribe'
      : 'Leads to the page that ends a newsletter subscription',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  ...(method === 'post'
    ? {
        requestBody: {
          required: false,
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
        },
      }
    : {}),
  responses: {
    ...(method === 'post'
      ? { 204: { description: 'The same for every token, known or not.' } }
      : { 303: { description: 'To the page.', headers: { Location: { schema: { type: 'string' } } } } }),
    ...Object.fromEntries(
      (method === 'post' ? [404, 405, 408, 413, 500, 503] : [404, 405, 500]).map((status) => [
        status,
        { $ref: `#/components/responses/Problem${status}` },
      ]),
    ),
  },
});

/** Its paths in the OpenAPI document. */
export const releasePaths: Json = {
  [releasePath]: { get: releaseOperation('get'), post: releaseOperation('post') },
};
