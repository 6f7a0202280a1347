/** `npm run tool -- chart walks`: runs generated walks on the charts, the screens or in Chromium, and writes a report; see `-- --help`. */
import { run } from './walks/run.ts';

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  console.error('\n`npm run tool -- chart walks --help` prints the options.');
  process.exitCode = 2;
}
