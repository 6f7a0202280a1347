/** `npm run tool -- chart exports`: runs every exported file in the tool that it is for, and prints the table; see `-- --help`. */
import { checkExports } from './exports/check.ts';

process.exitCode = await checkExports(process.argv.slice(2)).catch((thrown: unknown) => {
  console.error(thrown instanceof Error ? thrown.message : String(thrown));
  return 2;
});
