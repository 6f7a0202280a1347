/** `npm run tool -- chart mutants`: makes faults in the charts and lists those that no generated walk notices; see `-- --help`. */
import { run } from './mutants/run.ts';

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  process.exitCode = 2;
}
