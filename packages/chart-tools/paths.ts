/** `npm run tool -- chart paths`: what the charts can do, and the fewest walks that cover it; see `-- --help`. */
import { setFlagsFromString } from 'node:v8';

// A step creates much short-lived garbage: with a small young generation, 200 MB are enough.
setFlagsFromString('--max-semi-space-size=4');
setFlagsFromString('--semi-space-growth-factor=1');
const { runPaths: answer } = await import('./paths/command.ts');

try {
  console.log(await answer(process.argv.slice(2)));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  console.error('\n`npm run tool -- chart paths --help` prints the options.');
  process.exitCode = 2;
}
