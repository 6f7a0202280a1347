/** `npm run tool -- chart paths`: what the charts can do, and the fewest walks that cover it; see `-- --help`. */
import { setFlagsFromString } from 'node:v8';

// A step creates much short-lived garbage: with a small young generation, 200 MB are enough.
setFlagsFromString('--max-semi-space-size=4');
setFlagsFromString('--semi-space-growth-factor=1');
const { runPaths } = await import('./paths/command.ts');
const { runCommand } = await import('./walks/run-command.ts');

await runCommand(async () => {
  console.log(await runPaths(process.argv.slice(2)));
  return 0;
});
