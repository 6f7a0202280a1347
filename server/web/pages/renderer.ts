import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderMarkup } from '#src/domain/markup.ts';

export type Renderer = { renderMarkup: RenderMarkup };

/**
 * Imports what the build has made of the page's components (src/first-paint/markup.tsx): the one place where the server runs code of the
 * client. Null where the app was built without.
 */
export const importRenderer = async (clientFolder: string): Promise<Renderer | null> => {
  const file = join(clientFolder, '../page/markup.js');
  return existsSync(file) ? import(pathToFileURL(file).href) : null;
};
