/** Serves the charts page until it is ended (charts.mjs). */
import 'ticket-store/server/core/node-guard.mjs';
import { onEnd } from 'ticket-store/server/core/ending.mjs';
import { openStudio } from './studio.ts';

const wanted = Number(process.env.PORT ?? 4175);

const studio = await openStudio(wanted);
if (studio.port !== wanted) console.log(`Port ${wanted} is in use; any free one is taken instead.`);
console.log(`\n  Charts    ${studio.url}/charts/`);
console.log('  Stop with Ctrl+C.\n');

let isEnding = false;
onEnd(() => {
  if (isEnding) return;
  isEnding = true;
  void studio.close().then(() => process.exit(0));
});
