/**
 * One and the same day for pictures. Imported before anything else, it moves this process to ten o'clock of that day at
 * the venue, from where time goes on as usual: the seed, the server and its embedded database follow, and so does a page
 * that runs `pageDay` before the app does.
 */
export const day = '2031-05-14';

/** Moves the clock of whatever it runs in by so many milliseconds; nothing of this file may be named inside. */
const move = (ms: number): void => {
  const real = Date;
  const now = () => real.now() + ms;
  globalThis.Date = new Proxy(real, {
    construct: (of, given) => Reflect.construct(of, given.length > 0 ? given : [now()]),
    apply: () => new real(now()).toString(),
    get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
  });
};

const ms = Date.parse(`${day}T10:00:00+09:00`) - Date.now();
move(ms);
process.env.SHOP_DAY = day;
// a database server of its own has a clock of its own
delete process.env.DATABASE_URL;

/** The same for a page. */
export const pageDay = `(${move})(${ms})`;
