import * as v from 'valibot';
import type { MailKind, SlotPeriod } from '#server/db/types.ts';
import { readLocaleTexts, textGroup } from '#server/shared/locale-texts.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { fill } from '#src/domain/fill.ts';
import { htmlLang, inEachLang, type Lang } from '#src/domain/lang.ts';
import { type SaleType, SaleTypeSchema } from '#src/domain/product.ts';

const shared = ['on_the_day', 'link_warning', 'not_requested'] as const;
type Shared = (typeof shared)[number];

/** The remarks that each kind of mail shares with others; they follow its own. */
const sharedRemarks: Readonly<Record<MailKind, readonly Shared[]>> = {
  mail_confirm: ['not_requested'],
  invited: [],
  completed: ['on_the_day', 'link_warning'],
  refunded: [],
  part_refunded: [],
  cancelled: [],
  ticket_sent: ['on_the_day', 'link_warning'],
  ticket_changed: ['on_the_day', 'link_warning'],
  ticket_reissued: ['on_the_day', 'link_warning'],
  visit_moved: ['on_the_day', 'link_warning'],
  ticket_links: ['link_warning', 'not_requested'],
};
const kinds = Object.keys(sharedRemarks) as readonly MailKind[];

const Mail = v.strictObject({
  subject: v.string(),
  lead: v.string(),
  /** Label of the button; without one, the button shows the ticket, if there is any. */
  link: v.optional(v.string()),
  remarks: v.optional(v.array(v.string()), []),
});

/** Texts of mails in one language, with placeholders in braces. */
const MailTextsSchema = v.strictObject({
  mails: v.strictObject(v.entriesFromList(kinds, Mail)),
  shared: textGroup(['show_ticket', ...shared]),
  /** For a refund: whether the order's tickets are still valid; `some`: all but those of the mail. */
  refunded: textGroup(['valid', 'invalid', 'some']),
  terms: textGroup(['number', 'product', 'tickets', 'sets', 'coupon', 'total', 'refund', 'place']),
  visit: textGroup(SaleTypeSchema.options),
  links: textGroup(['receipt', 'change_date', 'map']),
  ...textGroup(['greeting', 'count', 'price', 'days', 'slot', 'calendar', 'calendar_end', 'contact', 'automatic'])
    .entries,
  /** The lead of a sent ticket if the sender's name is known. */
  sent_by: v.string(),
  code_hint: v.string(),
  /** For a visit that the venue moved, where the holder may choose another one. */
  other_visit: v.string(),
  /** For a visit that the venue moved with a choice until a day and time. */
  choice: v.string(),
  /** For a ticket with another code: a pass in Google Wallet stays as it was. */
  old_pass: v.string(),
  /** The link that ends the newsletter. */
  release: v.string(),
});

const files = readLocaleTexts('mails.json', MailTextsSchema);

const withRemarks = ({ mails, shared: common, ...texts }: v.InferOutput<typeof MailTextsSchema>) => {
  const whole = kinds.map((kind) => {
    const { link, remarks, ...mail } = mails[kind];
    const more = sharedRemarks[kind];
    const ticketLink = more.includes('link_warning') ? common.show_ticket : null;
    return [kind, { ...mail, link: link ?? ticketLink, remarks: [...remarks, ...more.map((name) => common[name])] }];
  });
  type Whole = { subject: string; lead: string; link: string | null; remarks: readonly string[] };
  return { ...texts, mails: Object.fromEntries(whole) as Record<MailKind, Whole> };
};

/** Texts of mails by language (`locales/README.md`); `link` is null in mails without a button. */
export const mailTexts = inEachLang((lang) => withRemarks(files[lang]));

/** Until when the holder may choose, in the venue's time and a language. */
export const choiceUntil = (lang: Lang, until: string): string =>
  fill(mailTexts[lang].choice, { day: longDay(venueDay(until), htmlLang[lang]), time: clock(until) });

/** Day and hours of a visit, or its days, in the venue's time and a language. */
export const visitOf = (
  lang: Lang,
  { sale_type, reservation_from, reservation_to }: SlotPeriod & { sale_type: SaleType },
): string => {
  const texts = mailTexts[lang];
  const locale = htmlLang[lang];
  const [from, to] = [reservation_from.toISOString(), reservation_to.toISOString()];
  const day = (moment: string) => longDay(venueDay(moment), locale);
  if (sale_type === 'period') return fill(texts.days, { from: day(from), to: day(to) });
  return fill(texts.slot, { day: day(from), from: clock(from), to: clock(to) });
};
