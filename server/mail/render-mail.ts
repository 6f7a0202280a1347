import { pickTexts } from '#server/db/texts.ts';
import { magazineTokenOf } from '#server/orders/magazines.ts';
import { releaseLinks } from '#server/orders/release-links.ts';
import type { MailRow } from '#server/outbox/outbox.ts';
import { rootOf, ticketPage } from '#server/shared/site-address.ts';
import { htmlLang } from '#src/domain/lang.ts';
import { yenDigits } from '#src/domain/money.ts';
import { factsOf, type MailDeps, type MailFacts, type OneTicket } from './facts.ts';
import { fill, mailTexts } from './texts.ts';
import { visitOf } from './visit.ts';

type Link = { label: string; hint: string; href: string };

/** A mail before layout (`layout.ts`). No text contains a line break. */
export type MailContent = {
  /** BCP 47. */
  lang: string;
  /** The site's title, used as the sender. */
  shop: string;
  /** Reply-To address. */
  replyTo: string;
  subject: string;
  greeting: string;
  lead: string;
  rows: readonly (readonly [term: string, detail: string])[];
  link: Link | null;
  /** Further tickets, each with a link of its own. */
  others: readonly { rows: MailContent['rows']; link: Link | null }[];
  remarks: readonly string[];
  /** How a reader of the newsletter ends it: by the page, or by the address for mail programs; null for others. */
  release: { label: string; href: string; oneClick: string } | null;
  /** The last one is less prominent. */
  footer: readonly string[];
};

/** Collapses a text to one line, so that a name cannot begin a header or a paragraph. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

const rootFor = ({ publicUrl, sites }: MailDeps, { site, base }: MailRow): string =>
  publicUrl ? rootOf(sites, site, publicUrl) : base;

/** Tokens are in the hash, so that no server on the way logs them. The page uses the mail's language. */
const hrefOf = (deps: MailDeps, row: MailRow, token: string): string => {
  const { kind, lang } = row;
  const root = rootFor(deps, row);
  if (kind === 'mail_confirm' || kind === 'invited') return `${root}/#/mail-confirm?token=${token}&lang=${lang}`;
  return ticketPage(deps.env, root, token, lang);
};

type OptionalRow = readonly [term: string, detail: string] | false;

const visibleRows = (rows: readonly OptionalRow[]): MailContent['rows'] =>
  rows.flatMap((row) => (row ? [[row[0], oneLine(row[1])] as const] : []));

const ticketRows = ({ lang }: MailRow, facts: OneTicket): OptionalRow[] => {
  const texts = mailTexts[lang];
  const { terms } = texts;
  return [
    facts.number !== null && [terms.number, facts.number],
    [terms.product, pickTexts(facts.words, lang).product_name],
    facts.quantity !== null && [texts.visit[facts.sale_type], visitOf(lang, facts)],
    facts.quantity !== null && [terms.tickets, fill(texts.count, { n: String(facts.quantity) })],
  ];
};

const rowsOf = (row: MailRow, facts: MailFacts): MailContent['rows'] => {
  const texts = mailTexts[row.lang];
  const { terms } = texts;
  const price = (yen: number) => fill(texts.price, { price: yenDigits(yen) });
  const { coupon, amount } = facts;
  return visibleRows([
    ...ticketRows(row, facts),
    ...facts.sets.map(({ product_name, quantity }) => [terms.sets, `${product_name} × ${quantity}`] as const),
    coupon !== null && [terms.coupon, `${coupon.coupon_name} (−${price(coupon.coupon_discount)})`],
    amount !== null && [row.kind === 'refunded' ? terms.refund : terms.total, price(amount)],
  ]);
};

/** Every mail to somebody who gets the newsletter says how to end it (docs/operations.md#newsletters). */
const releaseOf = async (deps: MailDeps, row: MailRow): Promise<MailContent['release']> => {
  const token = await magazineTokenOf(deps, row.site, row.address);
  if (token === null) return null;
  const { page: href, oneClick } = releaseLinks(rootFor(deps, row), token, row.lang);
  return { label: mailTexts[row.lang].release, href, oneClick };
};

/**
 * Renders the mail of an outbox row in its language from current data; links are derived here and never stored. Null when the
 * mail is obsolete.
 */
export const renderMail = async (deps: MailDeps, row: MailRow): Promise<MailContent | null> => {
  const facts = await factsOf(deps, row);
  if (!facts) return null;
  const texts = mailTexts[row.lang];
  const { subject, lead, link, remarks } = texts.mails[row.kind];
  const shop = oneLine(deps.sites.settingsOf(row.site).title[row.lang]);
  const name = oneLine(facts.name);
  const linkTo = (token: string | null): Link | null =>
    link && token ? { label: link, hint: texts.link, href: hrefOf(deps, row, token) } : null;
  const { operator_name, contact_mail, contact_phone } = facts.contact;
  const validity = facts.isValid ? texts.refunded.valid : texts.refunded.invalid;
  return {
    lang: htmlLang[row.lang],
    shop,
    replyTo: oneLine(contact_mail),
    subject: fill(subject, { shop }),
    greeting: name && fill(texts.greeting, { name }),
    lead,
    rows: rowsOf(row, facts),
    link: linkTo(facts.token),
    others: facts.others.map((other) => ({ rows: visibleRows(ticketRows(row, other)), link: linkTo(other.token) })),
    remarks: row.kind === 'refunded' ? [validity, ...remarks] : link && !facts.token ? [] : remarks,
    release: await releaseOf(deps, row),
    footer: [texts.contact, operator_name, contact_mail, contact_phone, texts.automatic].map(oneLine).filter(Boolean),
  };
};
