import { LangSchema } from '#src/domain/lang.ts';

type Json = Record<string, unknown>;

/** Files and passes of a ticket, which are beside the contract, since a browser opens their addresses itself. */
const reply = (description: string, type: string): Json => ({
  description,
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
});

const toGoogle: Json = { description: 'To Google Wallet.', headers: { Location: { schema: { type: 'string' } } } };
const toTicket: Json = {
  description: 'To the page of the ticket, for a browser whose request is refused.',
  headers: { Location: { schema: { type: 'string' } } },
};

const parameter = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });
const token = parameter('reservation_token', { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' });
const lang: Json = { name: 'lang', in: 'query', required: false, schema: { enum: LangSchema.options } };

const operation = (operationId: string, summary: string, responses: Json, more: readonly Json[] = []): Json => ({
  get: {
    operationId,
    summary,
    parameters: [token, ...more, lang],
    responses: {
      ...responses,
      ...Object.fromEntries(
        [404, 405, 409, 500, 503].map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  },
});

const ticket = '/tickets/{reservation_token}';

/** Their paths in the OpenAPI document. */
export const holderPaths: Json = {
  [`${ticket}/calendar`]: operation('openCalendarFile', 'The visit as a calendar file', {
    200: reply('The file.', 'text/calendar'),
  }),
  [`${ticket}/passes/apple`]: operation('openApplePass', 'The ticket as a pass for Apple Wallet', {
    200: reply('A pass, or a bundle of several.', 'application/vnd.apple.pkpass'),
    303: toTicket,
  }),
  [`${ticket}/passes/google`]: operation('openGooglePass', 'The ticket as a pass for Google Wallet', { 303: toGoogle }),
  [`${ticket}/passes/google/{person}`]: operation(
    'openGooglePassOfPerson',
    'The ticket of one person as a pass for Google Wallet',
    { 303: toGoogle },
    [parameter('person', { type: 'integer', minimum: 1 })],
  ),
};
