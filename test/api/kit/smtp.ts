import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as received. */
export type Received = {
  /** The envelope's recipients and sender. */
  to: string[];
  from: string;
  /** Decoded values by name in lower case, in sequence. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
};

/**
 * How the server handles the next mails: a number rejects the recipient with that code, `cut` accepts the mail and disconnects
 * before it responds.
 */
export type Mood = 'takes' | 'cut' | 'silent' | number;

export type Post = {
  url: string;
  mails: Received[];
  /** How often a recipient was named. */
  recipientCount: () => number;
  /** Most simultaneous connections. */
  most: () => number;
  mood: (mood: Mood) => void;
  close: () => Promise<void>;
};

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** A header's value with its encoded words decoded (RFC 2047). */
const decoded = (value: string): string =>
  value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_whole, way: string, text: string) =>
      (way.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : bytesOf(text.replaceAll('_', ' '))).toString(),
    );

const headersOf = (head: string): Received['headers'] => {
  const found: Received['headers'] = new Map();
  for (const line of head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), decoded(value)]);
  }
  return found;
};

const split = (raw: string) => {
  const end = raw.indexOf('\r\n\r\n');
  return { headers: headersOf(raw.slice(0, end)), body: raw.slice(end + 4) };
};

const bodyOf = (raw: string): string => {
  const { headers, body } = split(raw);
  const way = headers.get('content-transfer-encoding')?.[0];
  if (way === 'base64') return Buffer.from(body, 'base64').toString();
  return way === 'quoted-printable' ? bytesOf(body.replace(/=\r\n/g, '')).toString() : body;
};

/** The content of a message with a text and an HTML version. Throws if it has another structure. */
const read = (raw: string): Pick<Received, 'headers' | 'text' | 'html'> => {
  const { headers, body } = split(raw);
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1) : [];
  const [text, html, ...more] = parts.map((part) => part.replace(/^\r\n|\r\n$/g, ''));
  if (text === undefined || html === undefined || more.length > 0) throw new Error(`Not a text and its HTML: ${raw}`);
  return { headers, text: bodyOf(text).replaceAll('\r\n', '\n'), html: bodyOf(html).replaceAll('\r\n', '\n') };
};

/** An SMTP server on a free port that records mails. */
export const startPost = async (): Promise<Post> => {
  const mails: Received[] = [];
  const sockets = new Set<Socket>();
  let mood: Mood = 'takes';
  let recipientCount = 0;
  let most = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (address, _session, done) => {
      recipientCount += 1;
      if (mood === 'silent') return;
      if (typeof mood !== 'number') return done();
      done(Object.assign(new Error(`unknown recipient ${address.address}`), { responseCode: mood }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({
          ...read(Buffer.concat(chunks).toString()),
          from,
          to: envelope.rcptTo.map(({ address }) => address),
        });
        if (mood !== 'cut') return done();
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipientCount: () => recipientCount,
    most: () => most,
    mood: (next) => {
      mood = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
