import './typed-card-form.css';
import { useEffect, useState } from 'react';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import type { Method } from '#src/domain/payment.ts';
import { loadScript } from '#src/scripts/load-script.ts';
import { Announcement } from '#src/ui/announcement.tsx';
import { SelectField, TextField } from '#src/ui/fields.tsx';
import { afterPointerUp } from '#src/ui/pointer.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { blankCard, type CardError, type CardField, type CardInput, cardErrorsOf, cardOf } from './card-input.ts';
import type { MethodFormProps } from './method.ts';
import { registerForm } from './payment-session.ts';
import { type PaymentSettings, paymentSettings } from './settings.ts';

/** A provider's error in one field. */
export class CardFailure extends Error {
  readonly error: CardError;
  constructor(error: CardError) {
    super(error.id);
    this.error = error;
  }
}

/** A provider that creates a token from our own card fields. */
export type CardTaker = {
  /** Address of the provider's script. */
  scriptOf: (settings: PaymentSettings) => string;
  /** Creates a token for a normalised and valid card. Throws CardFailure or a Failure that the visitor can resolve. */
  take: (card: CardInput, settings: PaymentSettings) => Promise<PaymentToken>;
};

/** Loads the provider's script; can be retried. Throws Failure script_blocked. */
const load = async ({ scriptOf }: CardTaker): Promise<PaymentSettings> => {
  const settings = await paymentSettings();
  await loadScript(scriptOf(settings));
  return settings;
};

type Props = Pick<MethodFormProps, 'today' | 'blocked'> & {
  method: Method;
  taker: CardTaker;
  /** For providers that need no name. */
  nameless?: boolean;
};

const cardFields = ['number', 'name', 'month', 'year', 'code'] as const;

const labels: Record<CardField, MessageId> = {
  number: 'card_number',
  name: 'card_name',
  month: 'card_month',
  year: 'card_year',
  code: 'card_code',
};

/** The month of a day as YYYYMM: a card is valid through the end of its month. */
const monthOf = (day: string): number => Number(day.slice(0, 7).replace('-', ''));
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const listOf = (values: readonly string[]) => [
  { value: '', text: '–' },
  ...values.map((value) => ({ value, text: value })),
];

const idOf = (method: Method, field: CardField): string => `${method}-card-${field}`;

/** The card with what the fields show: some browsers fill them in without an event, and the next rendering would empty them. */
const shownCard = (method: Method, card: CardInput): CardInput => {
  const shown = { ...card };
  for (const field of cardFields) {
    const control = document.getElementById(idOf(method, field));
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) shown[field] = control.value;
  }
  return shown;
};

/**
 * Our own fields for number, name, expiry and code. Their values leave this component only into the provider's script, stay while
 * loading the script is retried, and are dropped with the form.
 */
export function TypedCardForm({ method, taker, today, blocked, nameless = false }: Props) {
  const { t } = useTexts();
  const month = monthOf(today);
  const [card, setCard] = useState(blankCard);
  const [judged, setJudged] = useState<readonly CardField[]>([]);
  const [refused, setRefused] = useState<CardError | null>(null);
  const [isBlocked, setBlocked] = useState(false);

  useEffect(() => {
    if (!isBlocked) load(taker).catch(() => setBlocked(true));
  }, [taker, isBlocked]);

  useEffect(() => {
    const show = (field: CardField) => document.getElementById(idOf(method, field))?.focus();
    const inputFailure = () => new Failure({ code: 'card_input', unknown: false });
    return registerForm(method, async () => {
      const shown = shownCard(method, card);
      setCard(shown);
      const errors = cardErrorsOf(shown, month, nameless);
      setJudged(cardFields);
      if (errors[0]) {
        show(errors[0].field);
        throw inputFailure();
      }
      try {
        return await taker.take(cardOf(shown), await load(taker));
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.details.code === 'script_blocked') setBlocked(true);
        if (!(thrown instanceof CardFailure)) throw thrown;
        setRefused(thrown.error);
        show(thrown.error.field);
        throw inputFailure();
      }
    });
  }, [method, taker, card, month, nameless]);

  if (isBlocked) return blocked(() => setBlocked(false));

  const errors = cardErrorsOf(card, month, nameless);
  const errorOf = (field: CardField): string | undefined => {
    const error = errors.find((found) => found.field === field && judged.includes(field));
    const id = error?.id ?? (refused?.field === field ? refused.id : undefined);
    const listed = String(field === 'month' || field === 'year');
    return id && t(id, { field: t(labels[field]), key: field, listed });
  };
  const wiring = (field: CardField) => ({
    id: idOf(method, field),
    name: `card_${field}`,
    label: t(labels[field]),
    value: card[field],
    error: errorOf(field),
    required: true,
    onChange: (value: string) => {
      setCard({ ...shownCard(method, card), [field]: value });
      setRefused((before) => (before?.field === field ? null : before));
    },
    onBlur: () => {
      const shown = shownCard(method, card);
      setCard(shown);
      // an error moves what is below it
      if (shown[field] !== '') afterPointerUp(() => setJudged((all) => [...all, field]));
    },
  });
  const year = Math.floor(month / 100);
  const years = Array.from({ length: 20 }, (_, index) => String(year + index));

  return (
    <div className="typed-card">
      <Announcement text={t('card_ready')} />
      <TextField {...wiring('number')} inputMode="numeric" autoComplete="cc-number" spellCheck={false} />
      {nameless ? null : (
        <TextField
          {...wiring('name')}
          hint={t('card_name_hint')}
          autoComplete="cc-name"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <fieldset className="field">
        <legend>{t('card_expiry')}</legend>
        <div className="pair">
          <SelectField {...wiring('month')} options={listOf(months)} autoComplete="cc-exp-month" />
          <SelectField {...wiring('year')} options={listOf(years)} autoComplete="cc-exp-year" />
        </div>
      </fieldset>
      <TextField
        {...wiring('code')}
        hint={t('card_code_hint')}
        inputMode="numeric"
        autoComplete="cc-csc"
        spellCheck={false}
      />
    </div>
  );
}
