import { line } from '#server/core/shown.ts';
import type { Refunded } from '#server/payments/refund.ts';
import type { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { Cancelled } from '#server/tickets/end-tickets.ts';
import type { Admission } from '#server/tickets/gate.ts';
import type { Resent } from '#server/tickets/reissue.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { fill } from '#src/domain/fill.ts';
import { yenDigits } from '#src/domain/money.ts';
import texts from './texts.json' with { type: 'json' };

/** A text for operators, in the two languages of the project's own pages. */
export type BilingualText = { en: string; ja: string };

export const both = (make: (locale: keyof BilingualText) => string): BilingualText => ({
  en: make('en'),
  ja: make('ja'),
});

/** A text of `texts.json` with values for its placeholders. Line breaks in values are replaced, except in bilingual ones. */
export const filled = (
  text: BilingualText,
  values: Readonly<Record<string, string | number | null | undefined | BilingualText>>,
): BilingualText =>
  both((locale) => {
    const parts = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? value[locale] : line`${value}`,
    ]);
    return fill(text[locale], Object.fromEntries(parts));
  });

/** Texts in a row, each on its own line by default. */
export const joined = (texts: readonly BilingualText[], between = '\n'): BilingualText =>
  both((locale) => texts.map((text) => text[locale]).join(between));

const { tickets } = texts;

const dayOf = (moment: string, locale: string): string => longDay(venueDay(moment), locale);

/** A moment in the venue's time. */
export const momentIn = (locale: string, at: string): string => `${dayOf(at, locale)} ${clock(at)}`;

/** A slot in the venue's time, with its last day where that is another one. Whole days have no hours. */
export const slotIn = (locale: string, { from = '', to = '' }: { from?: string; to?: string }): string => {
  const end = new Date(Date.parse(to) - 1).toISOString();
  const isOneDay = venueDay(from) === venueDay(end);
  if (clock(from) === '00:00' && clock(to) === '00:00')
    return isOneDay ? dayOf(from, locale) : `${dayOf(from, locale)} – ${dayOf(end, locale)}`;
  return `${momentIn(locale, from)}${isOneDay ? `–${clock(to)}` : ` – ${momentIn(locale, to)}`}`;
};

const visitOf = (slot: { from?: string; to?: string }): BilingualText => both((locale) => slotIn(locale, slot));

export const admittedText = ({ names, ...admission }: Admission): BilingualText => {
  const listed = (what: 'kinds' | 'sets') =>
    both((locale) => names[locale][what].map(({ name, count }) => `${name} × ${count}`).join(', '));
  const parts = [
    tickets.admitted,
    ...(names.ja.sets.length > 0 ? [tickets.hand_out] : []),
    ...(admission.left > 0 ? [tickets.outside] : []),
  ];
  return filled(joined(parts, ''), {
    ...admission,
    product: both((locale) => names[locale].product),
    kinds: listed('kinds'),
    sets: listed('sets'),
    visit: visitOf(admission),
  });
};

export const cancelledText = ({ isWhole, ...facts }: Cancelled): BilingualText => {
  const head = isWhole ? tickets.cancelled : tickets.cancelled_part;
  return filled(joined([head, ...(facts.used > 0 ? [tickets.used] : []), tickets.no_money], ''), facts);
};

export const refundedText = ({ number, amount, left, isDone, refusal, ended }: Refunded): BilingualText => {
  const [done, open, refused] =
    left === null
      ? [tickets.refunded, tickets.refund_open, tickets.refund_refused]
      : [tickets.part_refunded, tickets.part_open, tickets.part_refused];
  const yen = { yen: yenDigits(amount), left: yenDigits(left ?? 0) };
  const ending = ended.people + ended.sets > 0 ? filled(tickets.some_end, ended) : tickets.stay;
  return filled(refusal !== null ? refused : isDone ? done : open, { number, refusal, ...yen, tickets: ending });
};

const mails: Readonly<Record<string, BilingualText>> = texts.mails;

export const resentText = ({ number, kind, address }: Resent): BilingualText =>
  filled(joined([...(number ? [tickets.reservation] : []), tickets.resent], ''), {
    number,
    address,
    mail: mails[kind] ?? kind,
  });

export const operatorProblemText = ({ text, facts: { at, lines = '', ...facts } }: OperatorProblem): BilingualText =>
  filled(text, {
    ...facts,
    ...(facts.from !== undefined && { visit: visitOf(facts) }),
    at: at ? filled(texts.used_at, { moment: both((locale) => momentIn(locale, at)) }) : '',
    lines: both(() => lines),
  });
