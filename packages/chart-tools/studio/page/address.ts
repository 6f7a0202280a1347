import { checked, type Known } from './known.ts';
import { type Look, readLook, writeLook } from './look.ts';

/** Keeps the address equal to what the page shows. */
export const createAddress = (standard: Look, known: Known) => {
  const read = () => checked(readLook(location.hash, standard), standard, known);
  let { look, faults } = read();
  return {
    look: (): Look => look,
    /** Faults of the address that was opened. */
    faults: (): readonly string[] => faults,
    /** Changes the address without a history entry. */
    replace: (part: Partial<Look>): void => {
      look = { ...look, ...part };
      history.replaceState(null, '', writeLook(look));
    },
    /** Changes the address with a history entry. */
    push: (part: Partial<Look>): void => {
      faults = [];
      look = { ...look, ...part };
      history.pushState(null, '', writeLook(look));
    },
    /** Reads the address again, after a step through the history. */
    read: (): void => {
      ({ look, faults } = read());
    },
  };
};
