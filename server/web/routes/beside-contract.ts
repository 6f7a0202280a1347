import { LangSchema } from '#src/domain/lang.ts';
import { releasePath } from './release.ts';

type Json = Record<string, unknown>;

/* Routes beside the contract: browsers and mail programs open these addresses themselves. */

const parameter = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });
const token = parameter('reservation_token', { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' });
const lang: Json = { name: 'lang', in: 'query', required: false, schema: { enum: LangSchema.options } };

const file = (description: string, type: string): Json => ({
  description,
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
});
const redirect = (description: string): Json => ({
  description,
  headers: { Location: { schema: { type: 'string' } } },
});

type Described = { operationId: string; summary: string; parameters: Json[]; responses: Json };

/** An operation with its answers and the statuses of its problems. */
const operation = ({ responses, ...about }: Described, refused: readonly number[]): Json => ({
  ...about,
  responses: {
    ...responses,
    ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }])),
  },
});

const ofTicket = (operationId: string, summary: string, responses: Json, more: readonly Json[] = []): Json => ({
  get: operation({ operationId, summary, parameters: [token, ...more, lang], responses }, [404, 405, 409, 500, 503]),
});

const ticket = '/tickets/{reservation_token}';
const toGoogle = { 303: redirect('To Google Wallet.') };
const release = { parameters: [parameter('id', { type: 'string' })] };

/** Files and passes of a ticket, and the address for mail programs, in the OpenAPI document. */
export const pathsBesideContract: Json = {
  [`${ticket}/calendar`]: ofTicket('openCalendarFile', 'The visit as a calendar file', {
    200: file('The file.', 'text/calendar'),
  }),
  [`${ticket}/passes/apple`]: ofTicket('openApplePass', 'The ticket as a pass for Apple Wallet', {
    200: file('A pass, or a bundle of several.', 'application/vnd.apple.pkpass'),
    303: redirect('To the page of the ticket, for a browser whose request is refused.'),
  }),
  [`${ticket}/passes/google`]: ofTicket('openGooglePass', 'The ticket as a pass for Google Wallet', toGoogle),
  [`${ticket}/passes/google/{person}`]: ofTicket(
    'openGooglePassOfPerson',
    'The ticket of one person as a pass for Google Wallet',
    toGoogle,
    [parameter('person', { type: 'integer', minimum: 1 })],
  ),
  [releasePath]: {
    get: operation(
      {
        operationId: 'openRelease',
        summary: 'Leads to the page that ends a newsletter subscription',
        ...release,
        responses: { 303: redirect('To the page.') },
      },
      [404, 405, 500],
    ),
    post: {
      ...operation(
        {
          operationId: 'releaseOneClick',
          summary: 'Ends a newsletter subscription without a page (RFC 8058): the address in List-Unsubscribe',
          ...release,
          responses: { 204: { description: 'The same for every token, known or not.' } },
        },
        [404, 405, 408, 413, 500, 503],
      ),
      requestBody: {
        required: false,
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
    },
  },
};
