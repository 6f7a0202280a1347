import { today } from 'ticket-store/test/paths/sample-shop.ts';

const RealDate = Date;

/** Starts the page's clock on the day of the sample shop, whose slots lie around it. */
export const startSampleClock = (): void => {
  const shift = today.getTime() - RealDate.now();
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: [], self) => Reflect.construct(target, values.length === 0 ? [now()] : values, self),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
};
