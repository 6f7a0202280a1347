/** `npm run paths`: what the charts can do, and the fewest walks that take it; `-- --help` tells the rest. */
import { answer } from './paths/answer.ts';

try {
  console.log(await answer(process.argv.slice(2)));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  console.error('\n`npm run paths -- --help` tells what can be asked.');
  process.exitCode = 2;
}
