import * as v from 'valibot';
import { line } from '#server/core/shown.ts';
import type { Db } from '#server/db/open.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { invalid } from '#server/shared/problem.ts';
import {
  createOperatorToken,
  type ListedToken,
  listOperatorTokens,
  operatorScopes,
  revokeOperatorToken,
} from '#server/shared/tokens/operator-tokens.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { atMost } from '#src/domain/text.ts';
import { Uuids, uuidsIn, wholeNumber } from './fields.ts';
import { changing, operation } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { both, filled } from './texts.ts';

const lineOf = ({ id, site, name, scope, expires_at, used_at, state, products }: ListedToken): string =>
  line`${id}  ${site}  ${scope}  ${state}  –${venueDay(expires_at)}  ${used_at ? venueDay(used_at) : '-'}  ${name}${products.length > 0 ? `  (${products.join(', ')})` : ''}`;

/** Throws invalid_input unless the site has each product, on sale or not. */
const mustHaveProducts = async (db: Db, site: SiteCode, uuids: readonly string[]): Promise<void> => {
  const found = await db.selectFrom('products').select('uuid').where('site', '=', site).execute();
  const unknown = uuids.find((one) => !found.some(({ uuid }) => uuid === one));
  if (unknown !== undefined) throw invalid('products', `${unknown}: no product of this site. slots lists them.`);
};

/** Operations on the tokens by which other programs call the operations of a site. */
export const tokenOperations = {
  'token-create': operation({
    does: 'Makes a token by which a program calls the operations of one site over HTTP, and shows it, once.',
    details:
      'Scopes: gate (let in, see the day without names), read (also find orders, sales, list subscribers, export), desk (also resend and revoke links, for a counter), full (also cancel, refund and everything else).',
    ...changing,
    scope: null,
    input: v.object({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(),
        atMost(100),
        v.description('What has it, such as "gate tablet 2"; no person’s name.'),
      ),
      scope: v.pipe(v.picklist(operatorScopes), v.description('What it may do.')),
      days: v.optional(wholeNumber(1, 366, 'Days until it expires.'), 90),
      products: Uuids('Uuids of the only products that its gate lets in, separated by commas; all without it.'),
    }),
    run: async ({ deps, site }, { products: listed, ...token }) => {
      const products = uuidsIn(listed);
      await mustHaveProducts(deps.db, site, products);
      const facts = await createOperatorToken(deps.db, { site, products, ...token });
      const { products: _list, ...shown } = facts;
      return { text: filled(texts.tokens.made, { ...shown, day: venueDay(facts.expires_at) }), facts };
    },
  }),
  'token-list': operation({
    does: 'Lists the tokens of a site, or of all: id, scope, until when, last use. Never the tokens themselves.',
    site: 'possible',
    scope: null,
    writes: false,
    run: async ({ deps, site }) => {
      const tokens = await listOperatorTokens(deps.db, site);
      const lines = tokens.map(lineOf).join('\n');
      const text = tokens.length > 0 ? filled(texts.tokens.list, { lines: both(() => lines) }) : texts.tokens.none;
      return { text, facts: { tokens } };
    },
  }),
  'token-revoke': operation({
    does: 'Revokes a token from the next request on.',
    ...changing,
    site: 'possible',
    scope: null,
    cli: { args: ['id'] },
    input: v.object({
      id: v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^[0-9a-f]{10}$/, 'An id as token-list shows it.'),
        v.description('As token-list shows it.'),
      ),
    }),
    run: async ({ deps, site }, { id }) => {
      const facts = await revokeOperatorToken(deps.db, id, site);
      if (!facts) throw new OperatorProblem('no_token', { id });
      const { products: _list, ...shown } = facts;
      return { text: filled(texts.tokens.revoked, shown), facts };
    },
  }),
};
