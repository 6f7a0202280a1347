import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '#test/tools/free-port.mjs';
import { commands, type Session, until } from './session.ts';

const Reply = v.tuple([v.literal(1), v.number(), v.nullable(v.object({ message: v.string() })), v.unknown()]);
const Made = v.object({ capabilities: v.object({ browserVersion: v.string() }) });
const Value = v.object({ value: v.unknown() });

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Marionette's framing: the length of a JSON text in bytes, a colon, the text. */
const talkBy = (socket: Socket) => {
  const waiting = new Map<number, Waiting>();
  let bytes = Buffer.alloc(0);
  let last = 0;
  const take = (message: unknown) => {
    const { success, output } = v.safeParse(Reply, message);
    if (!success) return;
    const [, id, error, value] = output;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(value);
    waiting.delete(id);
  };
  socket.on('data', (part) => {
    bytes = Buffer.concat([bytes, Buffer.from(part)]);
    for (;;) {
      const colon = bytes.indexOf(':');
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || bytes.length < end) return;
      take(JSON.parse(bytes.subarray(colon + 1, end).toString()));
      bytes = bytes.subarray(end);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox ended.'));
  });
  return (name: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, params]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
};

/** Disables requests and questions of a new profile. */
const quiet = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'nimbus.rollouts.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** Debian's Firefox ESR, headless, with a temporary profile. */
export const openFirefox = async (): Promise<Session> => {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const port = await freePort();
  const preferences = Object.entries({ ...quiet, 'marionette.port': port });
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(''),
  );
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const browser = spawn('firefox-esr', args, { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  const end = async () => {
    browser.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await until(async () => {
      const made = connect(port, '127.0.0.1');
      await once(made, 'connect');
      return made;
    }, 'Firefox does not start');
    const talk = talkBy(socket);
    const session = await talk('WebDriver:NewSession', { capabilities: {} });
    const unwrap = (reply: unknown) => (v.is(Value, reply) ? reply.value : reply);
    return {
      engine: `Firefox ESR ${v.parse(Made, session).capabilities.browserVersion}`,
      send: async (command, params = {}) => {
        const { element, ...rest } = params;
        return unwrap(await talk(commands[command].marionette, element ? { element } : rest));
      },
      close: async () => {
        socket.destroy();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
};
