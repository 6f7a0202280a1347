import { useLingui } from '@lingui/react';
import type first from '#locales/en/first.json';
import type rest from '#locales/en/messages.json';
import { yenDigits } from '#src/domain/money.ts';

/** Id of a text: the compiler knows the English catalogue. */
export type MessageId = keyof typeof first | keyof typeof rest;

type Values = Record<string, string | number>;

/** Texts in the language of the page. `say` takes a known id, `sayAny` one that came as data (failures, dialogs). */
export const useWords = () => {
  const { i18n } = useLingui();
  const sayAny = (id: string, values: Values = {}): string => i18n._(id, values);
  return {
    say: (id: MessageId, values: Values = {}): string => sayAny(id, values),
    sayAny,
    /** In: integer yen. Out: the price with its unit (docs/product.md#price-format), what is taken off behind a minus. */
    price: (yen: number): string =>
      `${yen < 0 ? '−' : ''}${sayAny('common_price_with_unit', { price: yenDigits(Math.abs(yen)) })}`,
  };
};
