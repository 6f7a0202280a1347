import { mailTexts, visitOf } from '#server/mail/texts.ts';
import { readLocaleTexts, textGroup } from '#server/shared/locale-texts.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { inkOn } from '#src/domain/ink.ts';
import { inEachLang, type Lang } from '#src/domain/lang.ts';
import { hasPassEach, inGroups, type Ticket } from '#src/domain/ticket.ts';

const own = readLocaleTexts('passes.json', textGroup(['people', 'comma', 'presented', 'caution', 'copy', 'copy_text']));

/** Fixed texts of a pass by language; some are shared with mails. */
export const passTexts = inEachLang((lang) => {
  const { terms, visit, contact } = mailTexts[lang];
  const { product, number, sets } = terms;
  return { ...own[lang], product, visit, number, sets, contact };
});

const shopOf = ({ sites }: { sites: Sites }, { site }: TicketDetails) => ({
  ...sites.operationOf(site).configurations,
  ...sites.settingsOf(site),
});
type ShopFacts = ReturnType<typeof shopOf>;

const detailsOf = (view: Ticket, lang: Lang, { operator_name, contact_mail, contact_phone }: ShopFacts) => {
  const texts = passTexts[lang];
  const sets = view.set_products.map(({ product_name, quantity }) => `${product_name} × ${quantity}`);
  return [
    { label: texts.sets, text: sets.join('\n') },
    { label: texts.presented, text: view.naming_right },
    { label: texts.caution, text: view.caution },
    { label: texts.copy, text: texts.copy_text },
    { label: texts.contact, text: [operator_name, contact_mail, contact_phone].filter(Boolean).join('\n') },
  ].filter(({ text }) => text !== '');
};

/**
 * Contents of passes of a ticket, in any wallet, by what each is about, its code and the people that it admits. They have no link, since
 * passes are shared.
 */
const createPass =
  (deps: { tokens: TokenService; sites: Sites }, ticket: TicketDetails, view: Ticket, lang: Lang) =>
  (about: string, code: string, people: string) => {
    const shop = shopOf(deps, ticket);
    const background = shop.ticketHeaderColor.sp;
    const lastDay = venueDay(ticket.reservation_to.getTime() - 1);
    return {
      /** Independent of date and code, so that a wallet replaces an older pass. */
      serial: deps.tokens.idOf(`pass\n${about}`),
      /** Shared by the passes of one ticket. */
      group: deps.tokens.idOf(`passes\n${ticket.number}`),
      lang,
      organization: shop.operator_name,
      title: shop.title[lang],
      product: view.product_name,
      visit: visitOf(lang, ticket),
      sale_type: ticket.sale_type,
      from: ticket.reservation_from,
      to: ticket.reservation_to,
      /** When the gate no longer accepts it. */
      expires: new Date(`${addDays(lastDay, 1)}T00:00:00+09:00`),
      people,
      number: ticket.number,
      code,
      codeText: inGroups(code),
      background,
      ink: inkOn(background),
      /** On the back. */
      details: detailsOf(view, lang, shop),
    };
  };
export type Pass = ReturnType<ReturnType<typeof createPass>>;

/**
 * Passes of a valid ticket: one for everybody on it (`whole`), and, where the site shows a card for each person, one per person
 * by index (docs/product.md#ticket-display); null for people who have entered. `view`: the ticket as its holder sees it.
 */
export const passesOf = async (
  deps: { tokens: TokenService; sites: Sites },
  ticket: TicketDetails,
  view: Ticket,
  lang: Lang,
): Promise<{ whole: Pass; each: readonly (Pass | null)[] }> => {
  const passOf = createPass(deps, ticket, view, lang);
  const lines = view.order_options.map(({ name, quantity }) => `${name} × ${quantity}`);
  const whole = passOf(ticket.number, view.entry_code, lines.join(passTexts[lang].comma));
  const { people } = view;
  if (!hasPassEach(deps.sites.settingsOf(ticket.site).ticketDisplay, people.length)) return { whole, each: [] };
  const each = ticket.people.map(({ id }, index) => {
    const { name = '', entry_code = '' } = people[index] ?? {};
    return entry_code === '' ? null : passOf(id, entry_code, `${name} ${index + 1} / ${people.length}`);
  });
  return { whole, each };
};
