/** If storage is missing, blocked, full or broken, the shop works from memory (docs/product.md#restore). */
export const readItem = (key: string): unknown => {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

export const writeItem = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the value stays in memory only
  }
};

export const removeItem = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // blocked storage holds nothing
  }
};
