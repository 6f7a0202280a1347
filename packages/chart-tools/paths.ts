/** `npm run tool -- chart paths`: every transition of the charts, and the fewest walks that cover them; see `-- --help`. */
import { runPaths } from './paths/command.ts';
import { runCommand } from './walks/run-command.ts';

await runCommand(async () => {
  console.log(await runPaths(process.argv.slice(2)));
  return 0;
});
