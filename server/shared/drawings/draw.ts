import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { loadRenderer, pngOf } from './png.ts';

/* Runs in a separate process (child.ts): SVG on stdin, its zoom as the argument; on stdout a byte once it can draw, then the PNG. */
/* Visitors go first: all sites are drawn while a new server meets its first ones. */
setPriority(constants.priority.PRIORITY_LOW);
await loadRenderer();
process.stdout.write('.');
process.stdout.write(await pngOf(await text(process.stdin), Number(process.argv[2])));
