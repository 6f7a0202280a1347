import { writeFileSync } from 'node:fs';
import { CatalogueFault } from '#server/catalogue/fault.ts';
import { shownJson } from '#server/core/shown.ts';
import { fileReason, readTextFile } from '#server/core/text-file.ts';
import { OutcomeUnknown, type Reply } from '#server/operators/client/send-command.ts';

/** Runs a command about a catalogue, in the running server or on the opened database. */
export type RunCatalogue = (
  command: 'catalogue-import' | 'catalogue-export',
  input: { text?: string; site?: string | undefined; dry_run?: boolean },
) => Promise<Reply>;

export type ImportOptions = { site?: string; dryRun?: boolean; json?: boolean };

export type Printed = { text: string; isRefused: boolean };

const printed = (reply: Reply, { json }: Pick<ImportOptions, 'json'>, text: string): Printed => ({
  text: json ? shownJson(reply, 2) : text,
  isRefused: reply.done === undefined || ('totals' in reply && Object(reply.totals).refused > 0),
});

/** Imports each file; stops at the first one that is refused or has an unknown outcome, and names it. */
export const importFiles = async (
  run: RunCatalogue,
  files: readonly string[],
  options: ImportOptions,
): Promise<Printed> => {
  const done: Printed[] = [];
  for (const file of files) {
    const input = { text: readTextFile(file), site: options.site, dry_run: options.dryRun ?? false };
    const reply = await run('catalogue-import', input).catch((thrown: unknown) => {
      if (!(thrown instanceof OutcomeUnknown)) throw thrown;
      throw new OutcomeUnknown([...done.map(({ text }) => text), `${file}: ${thrown.why}`].join('\n'));
    });
    done.push(printed(reply, options, reply.done === undefined ? `${file}: ${reply.said.en}` : reply.said.en));
    if (done.at(-1)?.isRefused) break;
  }
  return { text: done.map(({ text }) => text).join('\n'), isRefused: done.some(({ isRefused }) => isRefused) };
};

/** Writes the catalogue of a site into a file, over what is there. */
export const exportSite = async (
  run: RunCatalogue,
  site: string,
  file: string,
  options: Pick<ImportOptions, 'json'>,
): Promise<Printed> => {
  const reply = await run('catalogue-export', { site });
  if (!('catalogue' in reply)) return printed(reply, options, reply.said.en);
  try {
    writeFileSync(file, `${JSON.stringify(reply.catalogue, null, 2)}\n`);
  } catch (thrown) {
    throw new CatalogueFault(`${file} cannot be written: ${fileReason(thrown)}.`);
  }
  const text = `${reply.said.en.replace(/\.$/, '')} in ${file}.`;
  return { text: options.json ? JSON.stringify({ done: reply.done, file }) : text, isRefused: false };
};
