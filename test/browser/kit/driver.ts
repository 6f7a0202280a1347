import type { devices } from './lane.ts';
import { controlSelector, type Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** Presses Tab until the wanted element, or one in a frame, has the focus. */
const tabTo = async ({ page }: Visitor, wanted: string): Promise<void> => {
  const isThere = () =>
    Promise.all(page.frames().map((frame) => frame.evaluate((it) => document.activeElement?.matches(it), wanted)));
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await isThere()).includes(true)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
};

/** Focuses a control by Tab and presses a key on it. */
const keyOn = async (visitor: Visitor, wanted: string, key: string): Promise<void> => {
  await tabTo(visitor, wanted);
  await visitor.page.keyboard.press(key);
};

/** How a user operates a page. */
export type Driver = {
  /** Clicks the button or link that sends the event. */
  click: (event: string, key?: string) => Promise<void>;
  /** Clicks an element without an event, found by selector. */
  clickOn: (wanted: string) => Promise<void>;
  /** Picks one of several options. */
  pick: (event: string, key: string) => Promise<void>;
  /** Picks a day of the shown month, today or later, or of the next: on the last day of a month tomorrow is one. */
  pickDay: (day: string) => Promise<void>;
  /** Replaces a field's content. */
  write: (name: string, text: string) => Promise<void>;
  /** Fills a valid card into the provider's fields. */
  writeCard: () => Promise<void>;
};

/** Tab, Enter, Space, arrows and letters; no pointer. */
const keys = (visitor: Visitor): Driver => {
  const { page } = visitor;
  const { keyboard } = page;
  const waitForVisible = (wanted: string) => page.locator(wanted).filter({ visible: true }).first().waitFor();
  const isOn = (wanted: string) => page.locator(`${wanted}:focus`).isVisible();
  const clickOn: Driver['clickOn'] = async (wanted) => {
    await waitForVisible(wanted);
    await keyOn(visitor, wanted, 'Enter');
  };
  /** Moves to the wanted option of a group by arrow keys. */
  const walkTo = async (group: string, wanted: string, arrow: 'ArrowRight' | 'ArrowDown') => {
    await waitForVisible(wanted);
    await tabTo(visitor, group);
    for (let steps = 0; steps < 60 && !(await isOn(wanted)); steps += 1) await keyboard.press(arrow);
    if (!(await isOn(wanted))) throw new Error(`${arrow} does not lead to ${wanted}`);
  };
  const write = async (wanted: string, text: string) => {
    await tabTo(visitor, wanted);
    await keyboard.press('Control+A');
    await keyboard.type(text);
  };
  const click: Driver['click'] = (event, key) => clickOn(controlSelector(event, key));
  return {
    click,
    clickOn,
    pick: async (event, key) => {
      await walkTo(controlSelector(event), controlSelector(event, key), 'ArrowDown');
      await keyboard.press('Space');
    },
    pickDay: async (day) => {
      await walk.showWeeksOf(page, day);
      await walkTo('[data-day]', `[data-day="${day}"]`, 'ArrowRight');
      await keyboard.press('Enter');
    },
    write: async (name, text) => {
      await waitForVisible(`[name="${name}"]`);
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

/** The input method of a device: keyboard alone on a desktop, touch otherwise. */
export const driverOf = (visitor: Visitor, device: keyof typeof devices): Driver => {
  if (device === 'desktop') return keys(visitor);
  const { page, control, fill } = visitor;
  const tap: Driver['click'] = (event, key) => control(event, key).tap();
  return {
    click: tap,
    clickOn: (wanted) => page.locator(wanted).filter({ visible: true }).first().tap(),
    pick: tap,
    pickDay: async (day) => {
      await walk.showWeeksOf(page, day);
      await tap('day.choose', day);
    },
    write: fill,
    writeCard: () => walk.fillCard(visitor),
  };
};
