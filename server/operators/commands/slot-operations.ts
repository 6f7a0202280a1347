import { renderSVG } from 'uqr';
import * as v from 'valibot';
import { mustBeSiteLanguage } from '#server/catalogue/languages.ts';
import { blockSlot, setCapacity, unblockSlot, type VenueSlot } from '#server/catalogue/slots.ts';
import { line } from '#server/core/shown.ts';
import { invite } from '#server/orders/invite.ts';
import { listOffers, type ProductOffer } from '#server/orders/offers.ts';
import { invalid } from '#server/shared/problem.ts';
import { checkMail } from '#server/web/http/read.ts';
import { escaped } from '#server/web/pages/head.ts';
import { maxLengths } from '#src/domain/customer.ts';
import { clock } from '#src/domain/dates.ts';
import { defaultLang, LangSchema } from '#src/domain/lang.ts';
import { yenDigits } from '#src/domain/money.ts';
import { Count, Day, ProductSchema, Seats, TimeSpanSchema } from '#src/domain/product.ts';
import { email } from '#src/domain/rules.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { atMost, Line } from '#src/domain/text.ts';
import { kindOf, venueLinkOf } from '#src/domain/venue-link.ts';
import type { OpsDeps } from './deps.ts';
import { DayOf, Lang, SlotId, slotReply, typed } from './fields.ts';
import { changing, operation, reading, rootIn } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined, slotIn } from './texts.ts';

/** Rejects a closed site: links into it would lead nowhere. */
const mustSell = ({ sites }: Pick<OpsDeps, 'sites'>, site: SiteCode): void => {
  if (sites.isClosed(site)) throw invalid('site', `Not sold here. SITES names ${[...sites].join(', ')}.`);
};

const counts = (about: string) =>
  v.optional(
    v.pipe(
      v.array(v.object({ id: typed('Id of an option or a set product.'), count: Count })),
      v.maxLength(50),
      v.description(about),
    ),
    [],
  );

const untilImport = 'It holds until the next import of a catalogue that has the slot.';

/** Values for the texts about a slot. None of them shows `is_blocked`; it is blank because a value cannot be a boolean. */
const shownSlot = (slot: VenueSlot) => ({
  ...slot,
  slot: both((locale) => line`${slot.product}, ${slotIn(locale, slot)} (${slot.slot})`),
  free: slot.capacity - slot.sold - slot.held,
  is_blocked: '',
});

/** A product with its options, and its slots on a day. */
const offerText = ({ uuid, product_name, day, options, time_spans, ...limits }: ProductOffer): BilingualText =>
  joined([
    filled(texts.slots.product, { name: product_name, uuid, min: limits.min_quantity, max: limits.max_quantity }),
    ...options.map(({ id, name, add_cost, min, max }) =>
      filled(texts.slots.option, { id, name, yen: yenDigits(add_cost), min, max }),
    ),
    day === null ? texts.slots.no_day : both(() => `  ${day}`),
    ...time_spans.map(({ id, state, remaining, reservation_from: from, reservation_to: to }) =>
      filled(texts.slots.span, { id, slot: both((locale) => slotIn(locale, { from, to })), state, remaining }),
    ),
  ]);

/** An operation that takes a slot off sale or puts it on sale. */
const blocking = (does: string, change: typeof blockSlot) =>
  operation({
    does,
    details: untilImport,
    ...changing,
    cli: { args: ['slot'] },
    input: v.object({ slot: SlotId }),
    reply: slotReply,
    run: async ({ deps, site }, { slot }) => {
      const facts = await change(deps.db, { site, time_span_id: slot });
      return { text: filled(facts.is_blocked ? texts.slots.blocked : texts.slots.on_sale, shownSlot(facts)), facts };
    },
  });

const linkInput = v.object({
  product: typed('Uuid of a product, as `slots` lists it.'),
  date: v.optional(DayOf('Day of the visit, YYYY-MM-DD.')),
  time: v.optional(typed('When a slot of that day begins, HH:MM.')),
  quantity: v.optional(typed('Number of tickets: 2 of the usual kind, or adult:2 of the option with this id.')),
  lang: v.optional(v.pipe(LangSchema, v.description('Language of the page; the visitor’s without it.'))),
});

/** Refuses what the catalogue does not have. Sold out is no reason: seats may come back. */
const mustExist = (link: v.InferOutput<typeof linkInput>, params: URLSearchParams, offer: ProductOffer | undefined) => {
  const { time, quantity } = venueLinkOf(params, new URLSearchParams());
  if (!offer) throw invalid('product', 'Not on sale here: `slots` lists the products.');
  if (link.date && offer.time_spans.length === 0) throw invalid('date', 'The product has no slots on this day.');
  if (link.time && !offer.time_spans.some(({ reservation_from }) => time === clock(reservation_from)))
    throw invalid('time', 'No slot of a day that is named begins then: HH:MM, as `slots` lists them.');
  if (link.quantity && !(quantity && kindOf(offer, quantity)))
    throw invalid('quantity', 'So many of a kind that the product has cannot be ordered: 2, or adult:2.');
  return offer;
};

const buttonStyle = 'display:inline-block;padding:.75em 1.5em;background:#111;color:#fff;text-decoration:none';

export const slotOperations = {
  invite: operation({
    does: 'Begins a purchase and mails its link. Seats are held when the guest confirms its link, not before.',
    ...changing,
    cli: { flags: { options: 'option', sets: 'set', customer: 'field' } },
    input: v.object({
      mail: v.pipe(
        v.string(),
        v.check((address) => email(address) === null, 'mail_validate_invalid'),
        v.description('Mail address of the guest.'),
      ),
      slot: SlotId,
      options: counts('Number of tickets for each option.'),
      sets: counts('Set products.'),
      name: v.optional(v.pipe(Line, atMost(maxLengths.other), v.description('Full name of the guest.'))),
      customer: v.optional(
        v.pipe(
          v.record(v.string(), v.pipe(Line, atMost(maxLengths.other))),
          v.description('Other fields of the form.'),
        ),
        {},
      ),
      lang: Lang,
    }),
    reply: { site: SiteCodeSchema, mail: v.string(), slot: v.string() },
    run: async (context, { name, customer, mail: typedMail, ...invitation }) => {
      const { deps, effectId, site } = context;
      mustSell(deps, site);
      const base = rootIn(context);
      const mail = checkMail(typedMail);
      const fields = { ...customer, ...(name === undefined ? {} : { fullname: name }) };
      await invite(deps, { site, base, effectId, visitor: null }, { ...invitation, mail, customer: fields });
      return { text: filled(texts.tickets.invited, { mail }), facts: { site, mail, slot: invitation.slot } };
    },
  }),
  slots: operation({
    does: 'Lists products, options and slots with their ids: of a day, else of the first day with seats.',
    ...reading,
    site: 'needed',
    input: v.object({
      lang: Lang,
      product: v.optional(typed('Only this product, by its uuid.')),
      day: v.optional(DayOf('YYYY-MM-DD.')),
    }),
    reply: {
      products: v.array(
        v.object({ ...ProductSchema.entries, day: v.nullable(Day), time_spans: v.array(TimeSpanSchema) }),
      ),
    },
    run: async ({ deps, site }, query) => {
      mustSell(deps, site);
      const products = await listOffers(deps, site, query);
      const head = filled(texts.slots.products, { site, count: products.length });
      return { text: joined([head, ...products.map(offerText)]), facts: { products } };
    },
  }),
  link: operation({
    does: 'Makes a link that opens the shop with a choice of tickets, a button with it, and its QR code.',
    details: 'The button is HTML for a page of the venue; `--json` has it, and the QR code as SVG.',
    ...reading,
    site: 'needed',
    input: linkInput,
    reply: { url: v.string(), html: v.string(), qr: v.string() },
    run: async (context, link) => {
      const { deps, site } = context;
      const { lang, product, date: day } = link;
      mustSell(deps, site);
      if (lang) await mustBeSiteLanguage(deps.db, site, lang);
      const params = new URLSearchParams(Object.entries(link).map(([name, value = '']) => [name, value]));
      const [offer] = await listOffers(deps, site, { lang: lang ?? defaultLang, product, day });
      const { product_name } = mustExist(link, params, offer);
      const url = `${rootIn(context)}/?${params}`;
      const html = `<a href="${escaped(url)}" style="${buttonStyle}">${escaped(product_name)}</a>`;
      return { text: filled(texts.slots.link, { url }), facts: { url, html, qr: renderSVG(url, { border: 4 }) } };
    },
  }),
  block: blocking('Takes a slot off sale. Its tickets stay valid, and visitors who are paying can finish.', blockSlot),
  unblock: blocking('Puts a slot on sale again.', unblockSlot),
  capacity: operation({
    does: 'Sets the number of seats of a slot, at least as many as are sold or held.',
    details: untilImport,
    ...changing,
    cli: { args: ['slot', 'seats'] },
    input: v.object({
      slot: SlotId,
      seats: v.pipe(Seats, v.maxValue(100_000), v.description('Seats in all, with those that are sold.')),
    }),
    reply: { ...slotReply, before: Seats },
    run: async ({ deps, site }, { slot, seats }) => {
      const facts = await setCapacity(deps.db, { site, time_span_id: slot }, seats);
      return { text: filled(texts.slots.capacity, { ...shownSlot(facts), before: facts.before }), facts };
    },
  }),
};
