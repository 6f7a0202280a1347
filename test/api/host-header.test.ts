import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

/** Sends a request whose lines are written as they are; clients would correct them. */
const sendLines = (...lines: readonly string[]): Promise<{ head: string; body: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n`),
    );
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body });
    });
  });

describe('a request without a usable Host header', () => {
  it.each<[string, string[]]>([
    ['with a blank', ['Host: a b']],
    ['with a path', ['Host: tickets.example/mori']],
    ['with an open bracket', ['Host: [::1']],
    ['with a port that is none', ['Host: tickets.example:port']],
    ['with a name that is none', ['Host: %%%']],
    ['empty', ['Host:']],
    ['without one', []],
  ])('%s gets a problem document', async (_name, headers) => {
    for (const target of ['/api/v1/langs', '/']) {
      const { head, body } = await sendLines(`GET ${target} HTTP/1.1`, ...headers, 'Connection: close');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head.toLowerCase()).toContain('content-type: application/problem+json');
      expect(body).toContain('"code":"bad_request"');
    }
  });

  it('with a usable one is answered', async () => {
    const { head } = await sendLines('GET /api/v1/langs HTTP/1.1', 'Host: tickets.example:8080', 'Connection: close');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
  });
});
