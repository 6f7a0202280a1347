/**
 * The fixed day of pictures. Importing this module first sets the process's clock to ten o'clock on that day at the venue, from
 * where it continues; the seed, the server and the embedded database use it, and so does a page that runs `pageDay` before the
 * app.
 */
export const day = '2031-05-14';

/** Shifts the clock by `ms` milliseconds. Must not refer to anything outside itself, because its source also runs in pages. */
const move = (ms: number): void => {
  const real = Date;
  const now = () => real.now() + ms;
  globalThis.Date = new Proxy(real, {
    construct: (of, args) => Reflect.construct(of, args.length > 0 ? args : [now()]),
    apply: () => new real(now()).toString(),
    get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
  });
};

const ms = Date.parse(`${day}T10:00:00+09:00`) - Date.now();
move(ms);
process.env.SHOP_DAY = day;
// A separate database server would have its own clock.
delete process.env.DATABASE_URL;

/** The same as source text for a page. */
export const pageDay = `(${move})(${ms})`;
