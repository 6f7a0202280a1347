import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutcomeUnknown, type Reply, ShopNotRunning, sendCommand } from '#server/operators/client/send-command.ts';
import { Misuse } from './core/command-line.ts';
import { shownError, shownJson, shownText } from './core/shown.ts';
import { demoMethods } from './demo.ts';
import { readSettings } from './env.ts';
import { readOpsAddress } from './operators/client/address-file.ts';
import { isUnmatched, readArgs } from './operators/commands/cli.ts';
import { operations } from './operators/commands/operations.ts';
import { readCatalogues } from './operators/preflight/catalogues.ts';
import type { PreflightEnv } from './operators/preflight/env.ts';
import { scriptNotes } from './operators/preflight/notes.ts';
import { refusingFindings, siteFindings } from './operators/preflight/preflight.ts';
import { usesSandbox } from './payments/providers/options.ts';
import { openSiteSecrets } from './payments/providers/site-secrets.ts';
import { openDrawings } from './shared/drawings/drawings.ts';
import { type Finding, finding, findingLines } from './shared/finding.ts';
import { siteOptionsOf } from './shared/sites/env.ts';
import { openSites } from './shared/sites/open-sites.ts';

/** The owners are in the database: without it, nobody knows whether a site's file names what is another site's. */
const ownersUnknown = (env: PreflightEnv): Finding[] => {
  const problem = (what: string) => `which site used each of its ${what} first is not known without the database`;
  return [
    ...(env.SECRETS_DIR === undefined ? [] : [finding('SECRETS_DIR', problem('contracts'))]),
    ...(env.SITES_DIR === undefined ? [] : [finding('SITES_DIR', problem('hosts'))]),
  ];
};

/** Describes a start with these findings. */
const startOf = (env: PreflightEnv, findings: readonly Finding[]): string => {
  if (refusingFindings(env, findings).length > 0) return 'would not start';
  return findings.every(({ isSold }) => isSold)
    ? 'would start and sell all of its sites, with faults'
    : 'would start, but not sell all of its sites';
};

/**
 * Lists everything that prevents a server with this environment from starting; `notes` keep nothing from being sold. Starts nothing
 * and writes nothing.
 */
const checkHere = async (settings: ReturnType<typeof readSettings>, isJson: boolean): Promise<number> => {
  const log = () => undefined;
  const secrets = openSiteSecrets(settings.env, log);
  const { env } = secrets;
  const drawings = openDrawings({ folder: join(env.DATA_DIR, 'drawings'), isReadOnly: true, log });
  const sites = openSites({ ...siteOptionsOf(env), ...(env.APP_ENV !== 'development' && { drawings }), log });
  await drawings.settled();
  const findingsOfFiles = [...settings.findings, ...secrets.findings()];
  const demo = demoMethods(env, sites);
  const { offered, owners, source, ...read } = await readCatalogues(env, sites);
  secrets.judge(owners);
  sites.judgeHosts(owners);
  const methodsBySite = { ...demo, ...offered };
  const findings = [...findingsOfFiles, ...read.findings, ...siteFindings(env, sites, methodsBySite)];
  const catalogueNotes = read.notes.filter(({ site }) => site !== null && sites.has(site));
  const notes = [
    ...(owners === null ? ownersUnknown(env) : []),
    ...(usesSandbox(env) ? [] : [...scriptNotes(env, sites), ...catalogueNotes]),
  ];
  const isRefused = refusingFindings(env, findings).length > 0;
  const noteText = notes.length === 0 || isRefused ? '' : `\nSold all the same, but:\n${findingLines(notes)}`;
  const mode = `${env.APP_ENV}${usesSandbox(env) ? ', with the payment sandbox' : ''}`;
  const siteLines = [...sites].map(
    (code) => `\n  ${code}: ${methodsBySite[code]?.join(', ') ?? 'no catalogue yet (npm run db -- import)'}`,
  );
  const sale = env.APP_ENV === 'development' ? ').' : `; catalogues: ${source}).${siteLines.join('')}`;
  const result =
    findings.length > 0
      ? `A server ${startOf(env, findings)} (${mode}):\n${findingLines(findings)}`
      : `Nothing is missing (${mode}${sale}`;
  const text = `${result}${noteText}`;
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
    else console.error(shownText(reply.said.en));
    return 0;
  }
  console.log(isJson ? shownJson(reply, 2) : shownText(reply.said.en));
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
