import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime, { decodeWords } from 'postal-mime';
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
  /** Pictures by the name under which the HTML shows them, and other files by their name. */
  pictures: Map<string, Buffer>;
  files: Map<string, string>;
};

/** The only header of this name; throws if there are none or several. */
export const headerOf = ({ headers }: Received, name: string): string => {
  const found = headers.get(name) ?? [];
  if (found.length !== 1) throw new Error(`${found.length} × ${name}`);
  return found[0] ?? '';
};

/** The main link of a mail, or ''; not the one that ends a newsletter. */
export const linkIn = ({ text }: Received): string => /^http(?!\S+\/mail-release\/)\S+$/m.exec(text)?.[0] ?? '';

/**
 * How the server handles the next mails: a number rejects the recipient with that code, `sender` rejects the sender, `cut` accepts
 * the mail and disconnects before it responds, `silent` never responds to a recipient.
 */
export type Mood = 'takes' | 'cut' | 'silent' | 'sender' | number;

export type Post = {
  url: string;
  mails: Received[];
  /** How often a recipient was named. */
  recipientCount: () => number;
  mood: (mood: Mood) => void;
  close: () => Promise<void>;
};

/** The content of a message with a text and an HTML version. Throws if it has another structure. */
const read = async (raw: Buffer): Promise<Omit<Received, 'to' | 'from'>> => {
  const { headers: lines, text, html, attachments } = await PostalMime.parse(raw);
  if (!text || !html) throw new Error(`Not a text and its HTML: ${raw}`);
  const headers: Received['headers'] = new Map();
  for (const { key, value } of lines) headers.set(key, [...(headers.get(key) ?? []), decodeWords(value)]);
  const pictures: Received['pictures'] = new Map();
  const files: Received['files'] = new Map();
  for (const { contentId, filename, content } of attachments) {
    const bytes = Buffer.from(content as ArrayBuffer);
    if (contentId) pictures.set(contentId.slice(1, -1), bytes);
    else files.set(filename ?? '', bytes.toString());
  }
  return { headers, text, html, pictures, files };
};

/**
 * An SMTP server on a free port that records mails. It needs no login and refuses every one. `tls`: with the library's own
 * certificate, which nobody trusts.
 */
export const startPost = async (tls?: 'starttls'): Promise<Post> => {
  const mails: Received[] = [];
  const sockets = new Set<Socket>();
  let mood: Mood = 'takes';
  let recipientCount = 0;
  const server = new SMTPServer({
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('unknown login'), { responseCode: 535 })),
    onMailFrom: (_address, _session, done) =>
      done(mood === 'sender' ? Object.assign(new Error('not your address'), { responseCode: 550 }) : null),
    onRcptTo: (address, _session, done) => {
      recipientCount += 1;
      if (mood === 'silent') return;
      if (typeof mood !== 'number') return done();
      done(Object.assign(new Error(`unknown recipient ${address.address}`), { responseCode: mood }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const content = await read(Buffer.concat(chunks));
        mails.push({ ...content, from, to: envelope.rcptTo.map(({ address }) => address) });
        if (mood !== 'cut') return done();
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipientCount: () => recipientCount,
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

/**
 * An SMTP server that greets with the first reply, answers each line with the next one, and ends the connection when it has none
 * left.
 */
export const startBrokenPost = async (...replies: string[]): Promise<Pick<Post, 'url' | 'close'>> => {
  const server = createServer((socket) => {
    const left = [...replies];
    const answer = () => {
      const reply = left.shift();
      if (reply === undefined) socket.end();
      else socket.write(`${reply}\r\n`);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const _line of chunk.toString().matchAll(/\n/g)) answer();
    });
    answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
