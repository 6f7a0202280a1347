import { expect } from 'vitest';
import type { Moment } from './moment.ts';
import type { App } from './seen.ts';

/** Once the catalogue is there, and only then, `api-loaded` is emitted (docs/product.md#start-up). */
export const watchEmitted = (app: App) => {
  const { catalogue } = app.getSnapshot().children;
  let emitted: string[] = [];
  catalogue?.on('*', ({ type }) => {
    // What throws here is nobody's; what is emitted before it can be read has another name.
    emitted.push(catalogue.getSnapshot().context.catalogue === null ? `${type}, too early` : type);
  });
  return ({ answer }: Moment): void => {
    const isLoaded = answer?.call === 'openShop' && answer.failure === null;
    expect(emitted, 'emitted events').toEqual(isLoaded ? ['api-loaded'] : []);
    emitted = [];
  };
};
