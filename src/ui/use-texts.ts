import { useLingui } from '@lingui/react';
import { createElement, type ReactNode } from 'react';
import type messages from '#locales/en/messages.json';
import { yenDigits } from '#src/domain/money.ts';
import { type Part, wholesOf } from '#src/domain/wholes.ts';

/** Id of a message of the English catalogue. */
export type MessageId = keyof typeof messages;

type Values = Record<string, string | number>;

/** Messages in the page's language. `t` takes an id known at compile time, `tAny` one from data (failures, dialogs). */
export const useTexts = () => {
  const { i18n } = useLingui();
  const tAny = (id: string, values: Values = {}): string => i18n._(id, values);
  return {
    t: (id: MessageId, values: Values = {}): string => tAny(id, values),
    tAny,
    isLoaded: (id: string): boolean => id in i18n.messages,
    /** Integer yen as a price with its unit (docs/product.md#price-format); a discount has a minus sign. */
    price: (yen: number): string =>
      `${yen < 0 ? '−' : ''}${tAny('common_price_with_unit', { price: yenDigits(Math.abs(yen)) })}`,
  };
};

const elementOf = ({ text, whole }: Part): ReactNode =>
  whole ? createElement('span', { className: `whole ${whole}` }, text) : text;

/**
 * A text as content, without line breaks inside its dates, times, amounts and counts. The text itself stays as it is. It is one
 * element, because in a flexible box, such as a button, each part would be an item of its own.
 */
export const unbroken = (text: string): ReactNode => {
  const parts = wholesOf(text).map(elementOf);
  return parts.length > 1 ? createElement('span', null, ...parts) : parts[0];
};
