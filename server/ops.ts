import { ShopNotRunning, sendCommand } from '#server/ops-client/send-command.ts';
import { demoOffered } from './demo.ts';
import { readSettings } from './env.ts';
import { checkSettings } from './ops/check.ts';
import { help, isUnmatched, Misuse, readArgs, textOf } from './ops/cli.ts';
import { writeExport } from './ops/personal-data-cli.ts';
import { readOpsAddress } from './ops-client/address-file.ts';
import { openSiteSecrets } from './providers/site-secrets.ts';
import { siteOptionsOf } from './sites/env.ts';
import { openSites } from './sites/open-sites.ts';

/** `npm run ops`: sends commands to the running server, so that the embedded database is used by one process only. */
const run = async (args: readonly string[]): Promise<number> => {
  const options = readArgs(args);
  if (!options) {
    console.log(help);
    return 0;
  }
  if (options.command === 'check') {
    const settings = readSettings(process.env);
    const secrets = openSiteSecrets(settings.env, () => undefined);
    const read = { env: secrets.env, findings: [...settings.findings, ...secrets.findings()] };
    const sites = openSites({ ...siteOptionsOf(read.env), log: () => undefined });
    const { findings, text } = await checkSettings(read, sites, demoOffered(read.env, sites));
    console.log(options.isJson ? JSON.stringify({ findings }, null, 2) : text);
    return findings.length === 0 ? 0 : 1;
  }
  const folder = process.env.DATA_DIR || './data';
  const address = readOpsAddress(folder);
  if (!address)
    throw new Misuse(`No shop is running on ${folder}. Start it (npm start), or set DATA_DIR to its folder.`);
  const reply = await sendCommand(address, options.command, options.input);
  if ((options.command === 'export' || options.command === 'catalogue-export') && reply.done !== undefined) {
    try {
      writeExport(reply.data ?? reply.catalogue, options.out);
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
      throw new Misuse(`--out ${options.out}: cannot be written (${code}). Name a new file.`);
    }
    console.error(textOf(reply));
    return 0;
  }
  console.log(options.isJson ? JSON.stringify(reply, null, 2) : textOf(reply));
  if (options.isCheck && isUnmatched(reply)) return 1;
  return reply.done === undefined ? 1 : 0;
};

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (thrown) => {
    console.error(
      thrown instanceof Misuse || thrown instanceof ShopNotRunning
        ? `${thrown.message}\n(npm run ops -- --help)`
        : thrown,
    );
    process.exitCode = 2;
  },
);
