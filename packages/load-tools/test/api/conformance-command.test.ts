import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startServer } from 'ticket-store/test/api/kit/forward.ts';
import { describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../conformance.ts', import.meta.url));

/** Runs the command and returns its exit code and the lines it wrote. */
const run = (...args: string[]): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split('\n') }),
    );
  });

/** A server with one fixed response for all requests. */
const answering = (type: string, body: string) =>
  startServer((_request, reply) => reply.writeHead(200, { 'content-type': type }).end(body));

describe('npm run tool -- load conformance', () => {
  it('prints one sentence when no server responds, and when the server has no such API', async () => {
    const page = await answering('text/html', '<h1>Welcome</h1>');
    const [refused, other] = await Promise.all([run('--url', 'http://127.0.0.1:1'), run('--url', page.url)]);
    await page.close();
    expect(refused).toEqual({ code: 2, lines: ['No server answers at http://127.0.0.1:1.'] });
    expect(other.code).toBe(2);
    expect(other.lines).toEqual([
      expect.stringMatching(/^At .* there is something, but no API: it answers 200 text\/html\.$/),
    ]);
  });

  it('prints a table with the request, the actual and the expected value, sums it up, and exits with 1 on a failure', async () => {
    const { url, close } = await answering('application/json', '[]');
    const { code, lines } = await run('--url', url, '--malformed', '1');
    await close();
    expect(code).toBe(1);
    const at = lines.findIndex((line) => /^fails .*GET \/langs/.test(line));
    expect(lines.slice(at + 1, at + 5).map((line) => line.trim().split(/\s+/)[0])).toEqual([
      'sent',
      'at',
      'actual',
      'expected',
    ]);
    expect(lines.at(-1)).toMatch(/^\d+ hold, [1-9]\d* fail, [1-9]\d* not seen$/);
  });
});
