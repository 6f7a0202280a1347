/** Serves the chart viewer until it is ended (charts.mjs). */
import '../../../server/node-guard.mjs';
import { onEnd } from '../../../server/ending.mjs';
import { openStudio } from './studio.ts';

const wanted = Number(process.env.PORT ?? 4175);

const studio = await openStudio(wanted);
if (studio.port !== wanted) console.log(`Port ${wanted} is in use; any free one is taken instead.`);
console.log(`\n  Charts    ${studio.url}/charts/`);
console.log(`  The shop  ${studio.url}/   (for this page only; its data are deleted at the end)`);
console.log('  Stop with Ctrl+C.\n');

let ending: Promise<void> | undefined;
onEnd(() => {
  ending ??= studio.close().then(() => process.exit(0));
});
void studio.ended.then((output) => {
  if (ending) return;
  console.error(`The shop ended.\n${output}`);
  process.exit(1);
});
