import * as v from 'valibot';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import {
  createOperatorToken,
  listOperatorTokens,
  operatorScopes,
  revokeOperatorToken,
} from '#server/shared/tokens/operator-tokens.ts';
import { atMost } from '#src/domain/text.ts';
import { operation, siteOf } from './operation.ts';
import { tokenMadeText, tokenRevokedText, tokensText } from './token-texts.ts';

/** Operations on the tokens by which other programs call the operations of a site. */
export const tokenOperations = {
  'token-create': operation({
    does: 'Makes a token by which a program calls the operations of one site over HTTP, and shows it, once.',
    details:
      'Scopes: gate (let in, see the day without names), read (also find orders, list subscribers, export), full (also cancel, refund and everything else).',
    site: 'needed',
    scope: null,
    writes: true,
    dryRun: 'rehearsed',
    input: v.object({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(),
        atMost(100),
        v.description('What has it, such as "gate tablet 2"; no person’s name.'),
      ),
      scope: v.pipe(v.picklist(operatorScopes), v.description('What it may do.')),
      days: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366), v.description('Days until it expires.')),
        90,
      ),
    }),
    reply: {},
    run: async (context, { name, scope, days }) => {
      const facts = await createOperatorToken(context.deps.db, { site: siteOf(context), name, scope, days });
      return { text: tokenMadeText(facts), facts };
    },
  }),
  'token-list': operation({
    does: 'Lists the tokens of a site, or of all: id, scope, until when, last use. Never the tokens themselves.',
    site: 'possible',
    scope: null,
    writes: false,
    input: v.object({}),
    reply: {},
    run: async ({ deps, site }) => {
      const tokens = await listOperatorTokens(deps.db, site);
      return { text: tokensText(tokens), facts: { tokens } };
    },
  }),
  'token-revoke': operation({
    does: 'Revokes a token from the next request on.',
    site: 'possible',
    scope: null,
    writes: true,
    dryRun: 'rehearsed',
    cli: { args: { id: 'The id of a token' } },
    input: v.object({
      id: v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^[0-9a-f]{10}$/, 'An id as token-list shows it.'),
        v.description('As token-list shows it.'),
      ),
    }),
    reply: {},
    run: async ({ deps, site }, { id }) => {
      const facts = await revokeOperatorToken(deps.db, id, site);
      if (!facts) throw new OperatorProblem('no_token', { id });
      return { text: tokenRevokedText(facts), facts };
    },
  }),
};
