import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { freePort } from '#test/tools/free-port.mjs';
import { commands, elementKey, type Session, until } from './session.ts';

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const Answer = v.object({ value: v.unknown() });
const Made = v.object({ sessionId: v.string(), capabilities: v.object({ browserVersion: v.string() }) });

/** A virtual display, because this browser has no headless mode. */
const openDisplay = async () => {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = server.stdio[3];
  if (!output || !('once' in output)) throw new Error('Xvfb gives no display.');
  const [number] = await once(output, 'data');
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
};

/** Debian's WebKitGTK in a new window without stored data. */
export const openWebkit = async (): Promise<Session> => {
  const display = await openDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const { value } = v.parse(Answer, await reply.json());
    if (!reply.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const end = () => {
    driver.kill();
    display.close();
  };
  try {
    await until(() => request('GET', '/status'), 'WebKitWebDriver does not start');
    const browser = { binary: miniBrowser, args: ['--automation'] };
    const wanted = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } };
    const { sessionId, capabilities } = v.parse(Made, await request('POST', '/session', wanted));
    return {
      engine: `WebKitGTK ${capabilities.browserVersion}`,
      send: (command, { id = '', element, ...params } = {}) => {
        const { method, path } = commands[command];
        const address = `/session/${sessionId}${path.replace('{id}', String(id))}`;
        const body = command === 'frame' ? { id: element ? { [elementKey]: element } : null } : params;
        return request(method, address, method === 'POST' ? body : undefined);
      },
      close: async () => {
        await request('DELETE', `/session/${sessionId}`);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
};
