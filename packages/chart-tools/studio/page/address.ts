import { checked, type Known } from './known.ts';
import { type Look, readLook, writeLook } from './look.ts';

/** Browsers limit how often an address may be replaced. */
const pause = 250;

/** What the page shows, which its address always says. */
export const createAddress = (standard: Look, known: Known) => {
  const read = () => checked(readLook(location.hash, standard), standard, known);
  let { look, faults } = read();
  let timer = 0;
  const write = (): void => history.replaceState(null, '', writeLook(look));
  return {
    look: (): Look => look,
    /** What was wrong with the address that was opened. */
    faults: (): readonly string[] => faults,
    /** Says something else, without a history entry. */
    note: (part: Partial<Look>): void => {
      look = { ...look, ...part };
      clearTimeout(timer);
      write();
    },
    /** Says soon which part of the chart is seen; it changes with every movement. */
    notePart: (part: string): void => {
      if (part === look.part) return;
      look = { ...look, part };
      clearTimeout(timer);
      timer = window.setTimeout(write, pause);
    },
    /** Says something else, with a history entry. */
    go: (part: Partial<Look>): void => {
      faults = [];
      look = { ...look, ...part };
      clearTimeout(timer);
      history.pushState(null, '', writeLook(look));
    },
    /** Reads the address again, after a step through the history. */
    read: (): void => {
      clearTimeout(timer);
      ({ look, faults } = read());
    },
  };
};
