import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import type { Plugin } from 'vite';
import { workerPath } from '#src/domain/ticket-storage.ts';
import { buildTargets } from './browsers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the service worker that opens stored tickets offline: one classic script without a hash in its name, because browsers
 * check for an update at the same address.
 */
export const ticketWorker = (): Plugin => ({
  name: 'ticket-worker',
  apply: 'build',
  async generateBundle() {
    const { output } = await build({
      input: join(root, 'src/worker/ticket-worker.ts'),
      write: false,
      treeshake: { moduleSideEffects: (id) => id.includes('/src/worker/') },
      transform: { target: buildTargets },
      output: { format: 'iife', minify: true },
    });
    this.emitFile({ type: 'asset', fileName: workerPath.slice(1), source: output[0].code });
  },
});

/**
 * Asks Chromium to compile all functions of a part of the page while it loads, which another thread does in idle time; otherwise each
 * is compiled when it first runs, as the visitor waits. Libraries are left alone: most of what is used of them has run by then.
 */
export const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    // the comment counts for what follows it, and Vite writes its list of files on top
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || /\/(?:libraries|rolldown-runtime)-[^/]+$/.test(chunk.fileName)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
});
