import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { onScreen } from '#machines/shared/on-screen.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import { fill, openDialog } from '../controls.ts';
import { purchaseOf, type Scene } from './scene.ts';

/** What a visitor has typed and chosen, which nothing but the end of the order may take. */

type Fields = Readonly<Record<string, string>>;

/** Kept on its page only (docs/product.md#screen-receipt), or typed once more where it is asked for (docs/product.md#rule-same-email). */
const passing = ['addressee'];

const fieldsThere = (): [name: string, field: HTMLInputElement | HTMLTextAreaElement][] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('#main input, #main textarea')]
    .filter(({ type, name }) => ['text', 'email', 'tel', 'textarea'].includes(type) && name !== '')
    .filter(({ name }) => !passing.includes(name))
    .map((field) => [field.name, field]);

const typedNow = (): Fields => Object.fromEntries(fieldsThere().map(([name, field]) => [name, field.value]));

const samples: Record<string, string> = { email: 'typed@visitor.example', tel: '0312345678' };

/** Types into every empty field; the last one is not left, as in the middle of a word. */
export const typeAll = (): void => {
  if (openDialog()) return;
  const empty = fieldsThere().filter(([, { value, disabled, readOnly }]) => value === '' && !disabled && !readOnly);
  for (const [index, [name, field]] of empty.entries()) {
    const value = samples[field.type] ?? 'Typed';
    if (index < empty.length - 1) fill(name, value);
    else fireEvent.change(field, { target: { value } });
  }
};

type Choice = { product: { uuid: string } | null; lines: readonly unknown[] };
const chosenIn = (scene: Scene) => {
  const { context } = purchaseOf(scene) ?? {};
  const order = actorAt(scene.page.app, ['app', 'purchase', 'order']);
  // in a change variant the order page shows what was ordered, until other tickets are
  const choice: Choice | undefined = context?.changing
    ? context.choice
    : (order?.getSnapshot().context.choice ?? context?.choice);
  return {
    product: choice?.product?.uuid ?? null,
    lines: choice?.product ? choice.lines : null,
    customer: context?.customer ?? null,
    completion: context?.completion ?? null,
  };
};

/** What is typed and chosen now. Out: looks whether it is there still: typed words where their form is shown again. */
export const keep = (scene: Scene): (() => void) => {
  const { screen } = onScreen(scene.page.app);
  const typed = typedNow();
  const chosen = chosenIn(scene);
  let isOver = false;
  return () => {
    const now = chosenIn(scene);
    // bought, given up, or out of time: by the server's word alone
    isOver ||= now.completion !== null || scene.server.status !== 'open';
    if (isOver) return;
    // who goes on chooses how many where nothing was chosen yet
    const lines = chosen.lines?.length === 0 ? now.lines : chosen.lines;
    if (chosen.product !== null) expect([now.product, now.lines], 'what was chosen').toEqual([chosen.product, lines]);
    if (chosen.customer !== null) expect(now.customer, 'who buys').toEqual(chosen.customer);
    if (onScreen(scene.page.app).screen !== screen) return;
    const there = typedNow();
    const common = Object.entries(typed).filter(([name]) => name in there);
    expect(Object.fromEntries(common.map(([name]) => [name, there[name]])), 'what was typed').toEqual(
      Object.fromEntries(common),
    );
  };
};
