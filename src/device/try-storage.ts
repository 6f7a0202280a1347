/** The result of work with the browser's storage; undefined where that is missing, blocked, full or broken (docs/product.md#restore). */
export const tryStorage = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
