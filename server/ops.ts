import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutcomeUnknown, type Reply, ShopNotRunning, sendCommand } from '#server/operators/client/send-command.ts';
import { Misuse } from './core/command-line.ts';
import { shownError, shownJson, shownText } from './core/shown.ts';
import { demoMethods } from './demo.ts';
import { readSettings } from './env.ts';
import { readOpsAddress } from './operators/client/address-file.ts';
import { checkSettings } from './operators/commands/check.ts';
import { isUnmatched, readArgs, textOf } from './operators/commands/cli.ts';
import { operations } from './operators/commands/operations.ts';
import { openSiteSecrets } from './payments/providers/site-secrets.ts';
import { openDrawings } from './shared/drawings/drawings.ts';
import { siteOptionsOf } from './shared/sites/env.ts';
import { openSites } from './shared/sites/open-sites.ts';

/** Lists the faults that keep a server with this environment from starting. */
const checkHere = async (settings: ReturnType<typeof readSettings>, isJson: boolean): Promise<number> => {
  const secrets = openSiteSecrets(settings.env, () => undefined);
  const read = { env: secrets.env, findings: [...settings.findings, ...secrets.findings()] };
  const log = () => undefined;
  const drawings = openDrawings({ folder: join(read.env.DATA_DIR, 'drawings'), isReadOnly: true, log });
  const sites = openSites({ ...siteOptionsOf(read.env), ...(read.env.APP_ENV !== 'development' && { drawings }), log });
  await drawings.settled();
  const { findings, notes, text } = await checkSettings(read, sites, demoMethods(read.env, sites), (owners) => {
    secrets.judge(owners);
    sites.judgeHosts(owners);
  });
  console.log(isJson ? shownJson({ findings, ...(notes.length > 0 && { notes }) }, 2) : shownText(text));
  return findings.length === 0 ? 0 : 1;
};

/** Writes an export, a text as it is and data as JSON, to a new file that only the operator can read, or to stdout. Throws when the file exists. */
const writeExport = (data: unknown, file: string | undefined): void => {
  const text = typeof data === 'string' ? data : `${shownJson(data, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
};

/** The data of an export. Of several pages nothing is written before all of them are there. */
const exportOf = async (first: Reply, field: string, send: (more: object) => Promise<Reply>): Promise<unknown> => {
  if (typeof first.next !== 'string') return first[field];
  const pages = [first];
  for (let page = first; typeof page.next === 'string'; pages.push(page)) {
    page = await send({ after: page.next });
    if (page.done === undefined) throw new Misuse(page.said.en);
  }
  return pages.map((page) => page[field]).join('');
};

/** `npm run ops`: sends commands to the running server, so that the embedded database is used by one process only. */
const run = async (args: readonly string[]): Promise<number> => {
  const line = readArgs(args, process.env);
  if (typeof line === 'string') {
    console.log(line);
    return 0;
  }
  const { command, input, isJson, isCheck, out } = line;
  const settings = readSettings(process.env);
  if (command === 'check') return checkHere(settings, isJson);
  const folder = settings.env.DATA_DIR;
  const address = readOpsAddress(folder);
  if (!address)
    throw new Misuse(`No shop is running on ${folder}. Start it (npm start), or set DATA_DIR to its folder.`);
  const { writes, cli } = operations[command];
  const send = (more: object) => sendCommand(address, command, { ...input, ...more }, writes);
  const reply = await send({});
  const field = cli?.out;
  if (field !== undefined && reply.done !== undefined && (!isJson || out !== undefined)) {
    const data = await exportOf(reply, field, send);
    try {
      writeExport(data, out);
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
      throw new Misuse(`--out ${out}: cannot be written (${code}). Name a new file.`);
    }
    if (isJson) console.log(shownJson({ done: reply.done, said: reply.said, file: out }, 2));
    else console.error(shownText(textOf(reply)));
    return 0;
  }
  console.log(isJson ? shownJson(reply, 2) : shownText(textOf(reply)));
  if (isCheck && isUnmatched(reply)) return 1;
  const isLeft = Array.isArray(reply.left) && reply.left.length > 0;
  return reply.done === undefined || isLeft ? 1 : 0;
};

const args = process.argv.slice(2);

run(args).then(
  (code) => {
    process.exitCode = code;
  },
  (thrown) => {
    const isUnknown = thrown instanceof OutcomeUnknown;
    const isOperators = isUnknown || thrown instanceof Misuse || thrown instanceof ShopNotRunning;
    const about = isUnknown ? { outcome: 'unknown' } : { refused: 'misuse' };
    if (isOperators && args.includes('--json')) console.log(shownJson({ ...about, said: { en: thrown.message } }, 2));
    else console.error(isOperators ? shownText(`${thrown.message}\n(npm run ops -- --help)`) : shownError(thrown));
    process.exitCode = isUnknown ? 3 : 2;
  },
);
