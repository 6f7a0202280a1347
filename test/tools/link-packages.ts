import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Links of npm's workspaces: they are relative, so that in a copy of the repository they lead into the copy. */
const own = ['ticket-store', '@ticket-store'];

/** Shares the installed packages with a copy of the repository, except our own, which a copy has itself. */
export const linkPackages = (root: string, copy: string): void => {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (own.includes(name)) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
};
