import { fireEvent } from '@testing-library/react';
import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect } from 'vitest';
import { onScreen } from '#machines/shared/on-screen.ts';
import { fill, openDialog } from '../controls.ts';
import { purchaseOf, type Scene } from './scene.ts';

/** Records the visitor's input and choices; only the end of the order may remove them. */

type Fields = Readonly<Record<string, string>>;

/**
 * Fields that are only kept on their page (docs/product.md#screen-receipt), or must be typed again each time
 * (docs/product.md#rule-same-email).
 */
const passing = ['addressee'];

const fieldsThere = (): [name: string, field: HTMLInputElement | HTMLTextAreaElement][] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('#main input, #main textarea')]
    .filter(({ type, name }) => ['text', 'email', 'tel', 'textarea'].includes(type) && name !== '')
    .filter(({ name }) => !passing.includes(name))
    .map((field) => [field.name, field]);

const typedNow = (): Fields => Object.fromEntries(fieldsThere().map(([name, field]) => [name, field.value]));

const samples: Record<string, string> = { email: 'typed@visitor.example', tel: '0312345678' };

/** Types into every empty field; the last one keeps the focus, as when interrupted while typing. */
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
  // In a change variant the order page shows the ordered tickets until others are chosen.
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

/**
 * Records the current input and choices. The returned function asserts that they are still there; typed text only where its form is shown again.
 */
export const recordInput = (scene: Scene): (() => void) => {
  const { screen } = onScreen(scene.page.app);
  const typed = typedNow();
  const chosen = chosenIn(scene);
  let isOver = false;
  return () => {
    const now = chosenIn(scene);
    // Paid, cancelled or expired, according to the server alone.
    isOver ||= now.completion !== null || scene.server.status !== 'open';
    if (isOver) return;
    // Going on chooses a number of tickets if none was chosen before.
    const lines = chosen.lines?.length === 0 ? now.lines : chosen.lines;
    if (chosen.product !== null) expect([now.product, now.lines], 'what was chosen').toEqual([chosen.product, lines]);
    if (chosen.customer !== null) expect(now.customer, 'the customer').toEqual(chosen.customer);
    if (onScreen(scene.page.app).screen !== screen) return;
    const there = typedNow();
    const common = Object.entries(typed).filter(([name]) => name in there);
    expect(Object.fromEntries(common.map(([name]) => [name, there[name]])), 'what was typed').toEqual(
      Object.fromEntries(common),
    );
  };
};
