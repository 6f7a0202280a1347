import { registerHooks } from 'node:module';
import { PGlite } from '@electric-sql/pglite';

/**
 * Counts the work of a server that a test starts with `NODE_OPTIONS=--import`, until it listens: the modules it loads and the
 * messages it sends to PGlite. Printed as a line `WORK {…}`.
 */
const work = { modules: 0, messages: 0 };
registerHooks({
  load: (url, context, nextLoad) => {
    work.modules += 1;
    return nextLoad(url, context);
  },
});

const { execProtocolRawStream, exec } = PGlite.prototype;
PGlite.prototype.execProtocolRawStream = function (...args) {
  work.messages += 1;
  return execProtocolRawStream.apply(this, args);
};
PGlite.prototype.exec = function (...args) {
  work.messages += 1;
  return exec.apply(this, args);
};

const { log } = console;
console.log = (...args) => {
  log(...args);
  if (!String(args[0]).includes('Stop with')) return;
  console.log = log;
  log(`WORK ${JSON.stringify(work)}`);
};
