import { tryStorage } from './try-storage.ts';

export const readItem = (key: string): unknown =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')) ?? null;

/** Where it cannot be stored, the value stays in memory only. */
export const writeItem = (key: string, value: unknown): void =>
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value)));

export const removeItem = (key: string): void => tryStorage(() => sessionStorage.removeItem(key));
