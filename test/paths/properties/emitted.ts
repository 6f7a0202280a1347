import { expect } from 'vitest';
import type { Moment } from './moment.ts';
import type { App } from './seen.ts';

/** Once the catalogue is there, and only then, `api-loaded` is emitted (docs/product.md#start-up). */
export const watchEmitted = (app: App) => {
  const { catalogue } = app.getSnapshot().children;
  let emitted: string[] = [];
  catalogue?.on('*', ({ type }) => {
    expect(catalogue.getSnapshot().context.catalogue, 'it can be read by then').not.toBeNull();
    emitted.push(type);
  });
  return ({ answer }: Moment): void => {
    const isLoaded = answer?.call === 'openShop' && answer.failure === null;
    expect(emitted, 'emitted events').toEqual(isLoaded ? ['api-loaded'] : []);
    emitted = [];
  };
};
