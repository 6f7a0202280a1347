/** `npm run tool -- chart diff`: differences of the charts between two revisions, or between two sites; see `-- --help`. */
import { runDiff } from './diff/command.ts';

try {
  console.log(await runDiff(process.argv.slice(2), process.cwd()));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  console.error('\n`npm run tool -- chart diff --help` prints the options.');
  process.exitCode = 2;
}
