import * as v from 'valibot';
import { CsvFault } from '#server/core/csv.ts';
import { invite } from '#server/orders/invite.ts';
import { listOffers } from '#server/orders/offers.ts';
import { confirmedWithin, confirmPayments } from '#server/payments/confirm.ts';
import { reconcile, usualAge } from '#server/payments/reconcile.ts';
import { refundOrder } from '#server/payments/refund.ts';
import { readOffered } from '#server/preflight/offered.ts';
import { type FileRow, readSoftbankFile } from '#server/providers/softbank/file.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { rootOf } from '#server/shared/site-address.ts';
import { cancelTickets } from '#server/tickets/end-tickets.ts';
import { passGate } from '#server/tickets/gate.ts';
import { revokeNumbered } from '#server/tickets/revoke.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Count, Day } from '#src/domain/product.ts';
import { email } from '#src/domain/rules.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { catalogueCommands } from './catalogue.ts';
import { type CommandContext, command } from './command.ts';
import { confirmedText } from './confirm-texts.ts';
import type { OpsDeps } from './deps.ts';
import { personalDataCommands } from './personal-data.ts';
import { reconciledText } from './reconcile-texts.ts';
import { admittedText, cancelledText, invitedText, refundedText, revokedText } from './texts.ts';

const baseOf = ({ deps, shopUrl }: CommandContext, site?: SiteCode): string => {
  const origin = deps.publicUrl ?? shopUrl;
  return site ? rootOf(deps.sites, site, origin) : origin;
};

/** Rejects a site that is not on sale: links into it would lead nowhere. */
const mustSell = ({ sites }: Pick<OpsDeps, 'sites'>, site: SiteCode): void => {
  if (!sites.has(site) || sites.isClosed(site))
    throw invalid('site', `Not sold here. SITES names ${[...sites].join(', ')}.`);
};

const Typed = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64));
const Force = v.optional(v.boolean(), false);
const Counts = v.optional(v.pipe(v.array(v.object({ id: Typed, count: Count })), v.maxLength(50)), []);
const Lang = v.optional(LangSchema, 'ja');

const rowsIn = (text: string): FileRow[] => {
  try {
    return readSoftbankFile(text);
  } catch (thrown) {
    if (!(thrown instanceof CsvFault)) throw thrown;
    throw new Problem('invalid_input', { errors: [{ pointer: '#/file', detail: thrown.message }] });
  }
};

/** The operator's commands by name (docs/operations.md#commands). */
export const commands = {
  gate: command({
    input: v.object({ code: Typed, force: Force }),
    run: async ({ deps }, { code, force }) => {
      const facts = await passGate(deps, code, force);
      return { text: admittedText(facts), facts };
    },
  }),
  cancel: command({
    input: v.object({ reservation_number: Typed }),
    run: async (context, { reservation_number }) => {
      const facts = await cancelTickets(context.deps, baseOf(context), reservation_number);
      return { text: cancelledText(facts), facts };
    },
  }),
  refund: command({
    input: v.object({ reservation_number: Typed, force: Force }),
    run: async (context, { reservation_number, force }) => {
      const facts = await refundOrder(context.deps, baseOf(context), reservation_number, force);
      return { text: refundedText(facts), facts };
    },
  }),
  revoke: command({
    input: v.object({ reservation_number: Typed }),
    run: async (context, { reservation_number }) => {
      const { deps, effectId } = context;
      const facts = await revokeNumbered(deps, { root: baseOf(context), effectId }, reservation_number);
      return { text: revokedText(facts), facts };
    },
  }),
  invite: command({
    input: v.object({
      site: SiteCodeSchema,
      mail: v.pipe(v.string(), email()),
      lang: Lang,
      slot: Typed,
      options: Counts,
      sets: Counts,
      customer: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(200))), {}),
    }),
    run: async (context, { site, ...invitation }) => {
      const { deps, effectId } = context;
      mustSell(deps, site);
      await invite(deps, { site, base: baseOf(context, site), effectId, visitor: null }, invitation);
      return { text: invitedText(invitation.mail), facts: { site, mail: invitation.mail, slot: invitation.slot } };
    },
  }),
  slots: command({
    input: v.object({ site: SiteCodeSchema, lang: Lang, product: v.optional(Typed), day: v.optional(Day) }),
    run: async ({ deps }, { site, ...query }) => {
      mustSell(deps, site);
      const products = await listOffers(deps, site, query);
      const text = { en: `Products of ${site}: ${products.length}.`, ja: `${site} の商品：${products.length}件` };
      return { text, facts: { products } };
    },
  }),
  confirm: command({
    input: v.object({
      provider: v.picklist(['softbank']),
      text: v.string(),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)), confirmedWithin),
    }),
    run: async ({ deps }, { text, days }) => {
      const facts = await confirmPayments(deps, rowsIn(text), days);
      return { text: confirmedText(facts, days), facts: { ...facts, days } };
    },
  }),
  check: command({
    input: v.object({}),
    run: async ({ deps }) => {
      const text = { en: 'What the catalogues offer.', ja: '各サイトの決済方法です。' };
      return { text, facts: { offered: await readOffered(deps.db) } };
    },
  }),
  reconcile: command({
    input: v.object({
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)), 7),
      age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)), usualAge),
    }),
    run: async ({ deps }, range) => {
      const facts = await reconcile(deps, range);
      return { text: reconciledText(facts), facts: { ...range, ...facts } };
    },
  }),
  ...catalogueCommands,
  ...personalDataCommands,
};
export type CommandName = keyof typeof commands;

/** Whether a word is the name of a command. */
export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
