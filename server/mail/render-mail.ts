import { renderSVG } from 'uqr';
import { pickTexts } from '#server/db/tables.ts';
import { magazineTokenOf, releaseLinks } from '#server/orders/magazines.ts';
import { pngOf } from '#server/shared/drawings/png.ts';
import type { MailRow } from '#server/shared/outbox/outbox.ts';
import { pageOf, rootOf, ticketPage } from '#server/shared/site-address.ts';
import { calendarFileOf } from '#server/tickets/calendar-file.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { entryCodeOf } from '#server/tickets/tickets.ts';
import { fill } from '#src/domain/fill.ts';
import { inkOn } from '#src/domain/ink.ts';
import { htmlLang, langOfName } from '#src/domain/lang.ts';
import { yenDigits } from '#src/domain/money.ts';
import { toLine } from '#src/domain/plain-text.ts';
import { mapOf } from '#src/domain/site.ts';
import type { MailDeps } from './deps.ts';
import { factsOf, type MailFacts, type OneTicket } from './facts.ts';
import { choiceUntil, mailTexts, visitOf } from './texts.ts';

/** Pixels of the drawing for each module; mails show the code at about half its size (`codeSize`), sharp on any screen. */
const modulePixels = 18;

/** The QR code of an entry code, black on white, with its quiet zone. */
const codePicture = (code: string): Promise<Uint8Array> =>
  pngOf(renderSVG(code, { ecc: 'M', border: 4, boostEcc: false, pixelSize: modulePixels }), 1);

type Link = { label: string; href: string };
/** A picture in the mail, named in its HTML; `width` and `height` in CSS pixels. `draw` makes a PNG. */
export type MailPicture = { name: string; width: number; height: number; draw: () => Promise<Uint8Array> };

type Rows = readonly (readonly [term: string, detail: string])[];

/** Collapses a text to one line of plain text, so that a name cannot begin a header or a paragraph, or turn what follows. */
const oneLine = (text: string): string => toLine(text).replace(/\s+/g, ' ').trim();

const rootFor = ({ publicUrl, sites }: MailDeps, { site, base }: MailRow): string =>
  publicUrl ? rootOf(sites, site, publicUrl) : base;

/** Tokens are in the hash, so that no server on the way logs them. The page uses the mail's language. */
const hrefOf = (deps: MailDeps, row: MailRow, token: string): string => {
  const { kind, lang } = row;
  const root = rootFor(deps, row);
  if (kind === 'mail_confirm' || kind === 'invited') return `${root}/#/mail-confirm?token=${token}&lang=${lang}`;
  return ticketPage(deps.env, root, token, lang);
};

type OptionalRow = Rows[number] | false;

const visibleRows = (rows: readonly OptionalRow[]): Rows =>
  rows.flatMap((row) => (row ? [[row[0], oneLine(row[1])] as const] : []));

const timesOf = (name: string, count: number): string => `${name} × ${count}`;

const ticketRows = ({ lang }: MailRow, facts: OneTicket): OptionalRow[] => {
  const texts = mailTexts[lang];
  const { terms } = texts;
  const { quantity, lines } = facts;
  const people =
    lines.length > 0
      ? lines.map((line) => timesOf(line.name, line.quantity)).join(', ')
      : fill(texts.count, { n: String(quantity) });
  return [
    facts.number !== null && [terms.number, facts.number],
    [terms.product, pickTexts(facts.words, lang).product_name],
    quantity !== null && [texts.visit[facts.sale_type], visitOf(lang, facts)],
    quantity !== null && [terms.tickets, people],
  ];
};

const isRefund = ({ kind }: MailRow): boolean => kind === 'refunded' || kind === 'part_refunded';
const isEnded = (row: MailRow): boolean => isRefund(row) || row.kind === 'cancelled';

const rowsOf = ({ sites }: MailDeps, row: MailRow, facts: MailFacts): Rows => {
  const texts = mailTexts[row.lang];
  const { terms } = texts;
  const price = (yen: number) => fill(texts.price, { price: yenDigits(yen) });
  const { coupon, amount } = facts;
  const place = sites.placeOf(row.site, row.lang);
  return visibleRows([
    ...ticketRows(row, facts),
    ...facts.sets.map(({ product_name, quantity }) => [terms.sets, timesOf(product_name, quantity)] as const),
    coupon !== null && [terms.coupon, `${coupon.coupon_name} (−${price(coupon.coupon_discount)})`],
    amount !== null && [isRefund(row) ? terms.refund : terms.total, price(amount)],
    facts.paid !== null && [terms.total, price(facts.paid)],
    !isEnded(row) && place !== null && [terms.place, place],
  ]);
};

const codeSize = 248;

/** Codes of the mail's ticket as its page shows them; none where several tickets are listed. */
const codesOf = ({ sites, tokens }: MailDeps, row: MailRow, { ticket, token, others }: MailFacts) => {
  if (!ticket || !token || ticket.state !== 'valid' || others.length > 0) return [];
  const { people } = ticket;
  const codeOf = (code: string, index: number, label: string) => {
    const size = { width: codeSize, height: codeSize };
    const picture: MailPicture = { name: `code-${index + 1}`, ...size, draw: () => codePicture(code) };
    return { code, label, picture };
  };
  if (sites.settingsOf(row.site).ticketDisplay !== 'separate' || people.length < 2)
    return [codeOf(entryCodeOf(tokens, ticket), 0, '')];
  return people.flatMap(({ id, words, entry_hash, used_at }, index) => {
    if (entry_hash === null || used_at !== null) return [];
    const label = `${oneLine(pickTexts(words, row.lang).name)} ${index + 1} / ${people.length}`;
    return codeOf(entryCodeOf(tokens, ticket, { id, entry_hash }), index, label);
  });
};

/** The logo as drawn for the background of the mail's head. */
const logoOf = async ({ sites }: MailDeps, { site }: MailRow, ink: string): Promise<MailPicture | null> => {
  const { white, black, width, height } = sites.settingsOf(site).logo.header;
  const png = await sites.logoPng(site, ink === '#ffffff' ? white : black);
  return png && { name: 'logo', width, height, draw: async () => png };
};

const linksOf = (deps: MailDeps, row: MailRow, { ticket, token, others }: MailFacts): Link[] => {
  const { links } = mailTexts[row.lang];
  const { exhibition } = deps.sites.settingsOf(row.site);
  const place = isEnded(row) ? null : deps.sites.placeOf(row.site, row.lang);
  const root = rootFor(deps, row);
  const actions = ticket && token && others.length === 0 ? ticket.actions : null;
  const receipt = { label: links.receipt, href: ticketPage(deps.env, root, `${token}/receipt`, row.lang) };
  const changeDate = { label: links.change_date, href: pageOf(root, `/tickets/changedate/${token}`, row.lang) };
  return [
    ...(actions?.receipt === null ? [receipt] : []),
    ...(actions?.change_date === null ? [changeDate] : []),
    ...(place === null ? [] : [{ label: links.map, href: mapOf(exhibition, row.lang) }]),
  ];
};

/** Every mail to a subscriber of the newsletter says how to unsubscribe (docs/operations.md#newsletters). */
const releaseOf = async (deps: MailDeps, row: MailRow) => {
  const token = await magazineTokenOf(deps, row.site, row.address);
  if (token === null) return null;
  const { page: href, oneClick } = releaseLinks(rootFor(deps, row), token, row.lang);
  return { label: mailTexts[row.lang].release, href, oneClick };
};

/** The choices of a holder whose visit the venue moved. */
const choiceIn = ({ lang }: MailRow, { isChoosing, choice_until, actions }: TicketDetails): string[] => {
  if (isChoosing && choice_until !== null) return [choiceUntil(lang, choice_until.toISOString())];
  return actions.change_date === null ? [mailTexts[lang].other_visit] : [];
};

/**
 * Renders the mail of an outbox row in its language from current data, for `layout.ts`; links are derived here and never stored. No text
 * contains a line break. Null when the mail is obsolete.
 */
export const renderMail = async (deps: MailDeps, row: MailRow) => {
  const facts = await factsOf(deps, row);
  if (!facts) return null;
  const texts = mailTexts[row.lang];
  const { subject, lead, link, remarks } = texts.mails[row.kind];
  const settings = deps.sites.settingsOf(row.site);
  const shop = oneLine(settings.title[row.lang]);
  const name = oneLine(facts.name);
  const linkTo = (token: string | null): Link | null =>
    link && token ? { label: link, href: hrefOf(deps, row, token) } : null;
  const { operator_name, contact_mail, contact_phone } = facts.contact;
  const color = settings.ticketHeaderColor.pc;
  const ink = inkOn(color);
  const codes = codesOf(deps, row, facts);
  const { ticket } = facts;
  const hasEnded = isEnded(row) && ticket?.state === 'cancelled' && !ticket.over;
  const hasCalendar = hasEnded || (codes.length > 0 && ticket?.actions.calendar === null);
  const hasOldPass = deps.wallets.google && ['ticket_changed', 'ticket_reissued', 'visit_moved'].includes(row.kind);
  const choice = row.kind === 'visit_moved' && ticket ? choiceIn(row, ticket) : [];
  const remarksOfChange = [...choice, ...(hasOldPass ? [texts.old_pass] : [])];
  /* After the first remark, which is the kind's own; those that follow it are shared with other mails. */
  const remarksWithChange = [...remarks.slice(0, 1), ...remarksOfChange, ...remarks.slice(1)];
  const { valid, some, invalid } = texts.refunded;
  const stillValid = row.ticket_id === null ? valid : some;
  const refundRemarks = [facts.isValid ? stillValid : invalid, ...remarks];
  /* Remarks of a mail with a button are about its link. */
  const otherRemarks = link && !facts.token ? [] : remarksWithChange;
  const shownRemarks = isRefund(row) ? refundRemarks : otherRemarks;
  return {
    lang: htmlLang[row.lang],
    /** The site's title, used as the sender. */
    shop,
    replyTo: oneLine(contact_mail),
    subject: fill(subject, { shop }),
    /** Text beside the subject in a list of mails. */
    preheader: [facts.quantity === null ? '' : visitOf(row.lang, facts), pickTexts(facts.words, row.lang).product_name]
      .map(oneLine)
      .filter(Boolean)
      .join(' · '),
    /** Colour of the head and the button, and black or white on it. */
    color,
    ink,
    logo: await logoOf(deps, row, ink),
    greeting: name && fill(texts.greeting, { name }),
    lead: facts.sender ? fill(texts.sent_by, { name: oneLine(facts.sender) }) : lead,
    /** Entry codes, each with the people that it admits. */
    codes,
    codeHint: texts.code_hint,
    rows: rowsOf(deps, row, facts),
    link: linkTo(facts.token),
    /** Further things to do, less prominent. */
    links: linksOf(deps, row, facts),
    /** Further tickets, each with its own link. */
    others: facts.others.map((other) => ({ rows: visibleRows(ticketRows(row, other)), link: linkTo(other.token) })),
    remarks: hasCalendar ? [...shownRemarks, hasEnded ? texts.calendar_end : texts.calendar] : shownRemarks,
    release: await releaseOf(deps, row),
    /** `lang` of a name that is not in the mail's language. */
    footer: [
      { text: texts.contact, lang: undefined },
      { text: oneLine(operator_name), lang: langOfName(operator_name, row.lang) },
      ...[contact_mail, contact_phone, texts.automatic].map((text) => ({ text: oneLine(text), lang: undefined })),
    ].filter(({ text }) => text !== ''),
    calendar: hasCalendar && ticket ? calendarFileOf(deps, ticket, row.lang) : null,
  };
};
export type MailContent = NonNullable<Awaited<ReturnType<typeof renderMail>>>;
