/** `npm run diff`: what differs between two revisions of the charts, or between two sites; `-- --help` tells the rest. */
import { ask } from './diff/ask.ts';

try {
  console.log(await ask(process.argv.slice(2), process.cwd()));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  console.error('\n`npm run diff -- --help` tells what can be asked.');
  process.exitCode = 2;
}
