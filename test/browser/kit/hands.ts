import { keyOn, tabTo } from './keyboard.ts';
import type { devices } from './lane.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** How somebody works a page. */
export type Hands = {
  /** Presses what sends the event: a button or a link. */
  press: (event: string, key?: string) => Promise<void>;
  /** Presses what sends none, by its place in the page. */
  pressOn: (wanted: string) => Promise<void>;
  /** Picks one of several; one that is barred is gone to and stays unpicked. */
  pick: (event: string, key: string) => Promise<void>;
  /** Picks a day of the month that is shown, today or later. */
  pickDay: (day: string) => Promise<void>;
  /** Writes into a field, in place of what stands there. */
  write: (name: string, text: string) => Promise<void>;
  /** Writes a good card into the provider's fields. */
  writeCard: () => Promise<void>;
};

const control = (event: string, key?: string) =>
  `[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`;

/** Tab, Enter, Space, arrows and letters: no press anywhere. */
const keys = (visitor: Visitor): Hands => {
  const { page } = visitor;
  const { keyboard } = page;
  const seen = (wanted: string) => page.locator(wanted).filter({ visible: true }).first().waitFor();
  const isOn = (wanted: string) => page.locator(`${wanted}:focus`).isVisible();
  const pressOn: Hands['pressOn'] = async (wanted) => {
    await seen(wanted);
    await keyOn(visitor, wanted, 'Enter');
  };
  /** From any of a group, by arrows, to the wanted one. */
  const walkTo = async (group: string, wanted: string, arrow: 'ArrowRight' | 'ArrowDown') => {
    await seen(wanted);
    await tabTo(visitor, group);
    for (let steps = 0; steps < 60 && !(await isOn(wanted)); steps += 1) await keyboard.press(arrow);
    if (!(await isOn(wanted))) throw new Error(`${arrow} does not lead to ${wanted}`);
  };
  const write = async (wanted: string, text: string) => {
    await tabTo(visitor, wanted);
    await keyboard.press('Control+A');
    await keyboard.type(text);
  };
  return {
    press: (event, key) => pressOn(control(event, key)),
    pressOn,
    pick: async (event, key) => {
      await walkTo(control(event), control(event, key), 'ArrowDown');
      await keyboard.press('Space');
    },
    pickDay: async (day) => {
      await walkTo(control('day.choose'), control('day.choose', day), 'ArrowRight');
      await keyboard.press('Enter');
    },
    write: async (name, text) => {
      await seen(`[name="${name}"]`);
      await write(`[name="${name}"]`, text);
    },
    writeCard: async () => {
      await visitor.card().locator('[autocomplete=cc-number]').waitFor();
      await write('[autocomplete=cc-number]', walk.cards.good);
      await write('[autocomplete=cc-exp]', '1239');
      await write('[autocomplete=cc-csc]', '123');
    },
  };
};

/** A finger on the glass. */
const finger = (visitor: Visitor): Hands => {
  const { page } = visitor;
  const press: Hands['press'] = (event, key) => visitor.control(event, key).tap();
  return {
    press,
    pressOn: (wanted) => page.locator(wanted).filter({ visible: true }).first().tap(),
    pick: async (event, key) => {
      const radio = visitor.control(event, key);
      await radio.waitFor();
      // a finger does not know that it is barred
      await radio.tap({ force: (await radio.getAttribute('aria-disabled')) === 'true' });
    },
    pickDay: async (day) => {
      if ((await visitor.control('day.choose', day).count()) === 0) await press('month.show', day.slice(0, 7));
      await press('day.choose', day);
    },
    write: visitor.fill,
    writeCard: () => walk.fillCard(visitor),
  };
};

/** In: somebody, and what they came with. Out: their hands; at a desk they use the keys alone. */
export const handsOf = (visitor: Visitor, device: keyof typeof devices): Hands =>
  device === 'desktop' ? keys(visitor) : finger(visitor);
