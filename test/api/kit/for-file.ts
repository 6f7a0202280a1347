import { afterAll } from 'vitest';

/** Opens something for all tests of a file, and closes it after them, the newest first. */
export const forFile = async <T extends { close: () => unknown }>(opening: T | Promise<T>): Promise<T> => {
  const opened = await opening;
  afterAll(async () => void (await opened.close()));
  return opened;
};
