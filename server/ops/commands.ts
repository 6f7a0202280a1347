import * as v from 'valibot';
import type { Deps } from '#server/deps.ts';
import { cancelTickets } from '#server/domain/end-tickets.ts';
import { passGate } from '#server/domain/gate.ts';
import { invite } from '#server/domain/invite.ts';
import { listOffers } from '#server/domain/offers.ts';
import { revokeNumbered } from '#server/domain/revoke.ts';
import { invalid, Problem } from '#server/http/problem.ts';
import { prefixOf } from '#server/http/site.ts';
import { confirmedWithin, confirmPayments } from '#server/payments/confirm.ts';
import { CsvFault } from '#server/payments/csv.ts';
import { reconcile, usualAge } from '#server/payments/reconcile.ts';
import { refundOrder } from '#server/payments/refund.ts';
import { type FileRow, readSoftbankFile } from '#server/payments/softbank-file.ts';
import { readOffered } from '#server/preflight/offered.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Count, Day } from '#src/domain/product.ts';
import { email } from '#src/domain/rules.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { command, type Desk } from './command.ts';
import { confirmedWords } from './confirm-words.ts';
import { personalDataCommands } from './personal-data.ts';
import { reconciledWords } from './reconcile-words.ts';
import { cancelledWords, invitedWords, letInWords, refundedWords, revokedWords } from './words.ts';

const baseOf = ({ deps, shopUrl }: Desk, site?: SiteCode): string =>
  `${deps.publicUrl ?? shopUrl}${site ? prefixOf(site) : ''}`;

/** Rejects a site that is not on sale: links into it would lead nowhere. */
const mustSell = ({ sites }: Deps, site: SiteCode): void => {
  if (!sites.has(site)) throw invalid('site', `Not sold here. SITES names ${[...sites].join(', ')}.`);
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
      return { said: letInWords(facts), facts };
    },
  }),
  cancel: command({
    input: v.object({ reservation_number: Typed }),
    run: async (desk, { reservation_number }) => {
      const facts = await cancelTickets(desk.deps, baseOf(desk), reservation_number);
      return { said: cancelledWords(facts), facts };
    },
  }),
  refund: command({
    input: v.object({ reservation_number: Typed, force: Force }),
    run: async (desk, { reservation_number, force }) => {
      const facts = await refundOrder(desk.deps, baseOf(desk), reservation_number, force);
      return { said: refundedWords(facts), facts };
    },
  }),
  revoke: command({
    input: v.object({ reservation_number: Typed }),
    run: async (desk, { reservation_number }) => {
      const { deps, effectId } = desk;
      const facts = await revokeNumbered(deps, { root: baseOf(desk), effectId }, reservation_number);
      return { said: revokedWords(facts), facts };
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
    run: async (desk, { site, ...invitation }) => {
      const { deps, effectId } = desk;
      mustSell(deps, site);
      await invite(deps, { site, base: baseOf(desk, site), effectId, visitor: null }, invitation);
      return { said: invitedWords(invitation.mail), facts: { site, mail: invitation.mail, slot: invitation.slot } };
    },
  }),
  slots: command({
    input: v.object({ site: SiteCodeSchema, lang: Lang, product: v.optional(Typed), day: v.optional(Day) }),
    run: async ({ deps }, { site, ...asked }) => {
      mustSell(deps, site);
      const products = await listOffers(deps, site, asked);
      const said = { en: `Products of ${site}: ${products.length}.`, ja: `${site} の商品：${products.length}件` };
      return { said, facts: { products } };
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
      return { said: confirmedWords(facts, days), facts: { ...facts, days } };
    },
  }),
  check: command({
    input: v.object({}),
    run: async ({ deps }) => {
      const said = { en: 'What the catalogues offer.', ja: '各サイトの決済方法です。' };
      return { said, facts: { offered: await readOffered(deps.db) } };
    },
  }),
  reconcile: command({
    input: v.object({
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)), 7),
      age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)), usualAge),
    }),
    run: async ({ deps }, asked) => {
      const facts = await reconcile(deps, asked);
      return { said: reconciledWords(facts), facts: { ...asked, ...facts } };
    },
  }),
  ...personalDataCommands,
};
export type CommandName = keyof typeof commands;

/** Whether a word is the name of a command. */
export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
