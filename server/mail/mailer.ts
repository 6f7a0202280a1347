import nodemailer from 'nodemailer';

/** A mail as it is handed over to be sent. */
export type Mail = {
  /** Of the outbox's row: the Message-ID comes from it, so that a mail sent again after a lost answer is known by it. */
  id: string;
  at: Date;
  to: string;
  from: string;
  replyTo: string;
  lang: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Why a mail was not taken. `fault` may be logged: codes only, servers repeat addresses in words. `isFinal`: this mail is
 * refused for good; `isDown`: nothing can be sent now.
 */
export class MailFault extends Error {
  readonly fault: string;
  readonly isFinal: boolean;
  readonly isDown: boolean;
  constructor(fault: string, isFinal: boolean, isDown: boolean) {
    super(fault);
    this.fault = fault;
    this.isFinal = isFinal;
    this.isDown = isDown;
  }
}

/** Resolves when the server took the mail; throws a MailFault otherwise, also when the signal ends it. */
export type Mailer = { send: (mail: Mail, signal: AbortSignal) => Promise<void> };

/** What is said about a mail itself: its receiver or its words. All else is about the server, or about us. */
const aboutMail = ['RCPT TO', 'DATA', 'API'];

const part = (thrown: object, name: 'code' | 'responseCode' | 'command'): unknown =>
  name in thrown ? Reflect.get(thrown, name) : undefined;

/** In: what nodemailer threw. Out: what it means. A refused sender or login is our fault, so those mails wait. */
const faultIn = (thrown: unknown): MailFault => {
  if (!(thrown instanceof Error)) return new MailFault('unknown', false, true);
  const [code, status, command] = [part(thrown, 'code'), part(thrown, 'responseCode'), part(thrown, 'command')];
  const isMails = aboutMail.some((name) => name === command) && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const isRefusal = command === 'API' || (typeof status === 'number' && status >= 500 && status < 600);
  const named = typeof code === 'string' ? code : thrown.name;
  return new MailFault(typeof status === 'number' ? `${named} ${status}` : named, isMails && isRefusal, !isMails);
};

type Options = {
  /** `smtp://` or `smtps://`, with user and password in it where there are any. */
  url: string;
  /** The address all mails come from. */
  from: string;
  /** Milliseconds to wait for each answer of the server. */
  timeout?: number;
};

/** In: how to send. Out: what sends by SMTP (docs/operations.md#mails); TLS wherever the server has it. */
export const createMailer = ({ url, from, timeout = 20_000 }: Options): Mailer => {
  const waits = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
  const noFiles = { disableFileAccess: true, disableUrlAccess: true };
  const transport = nodemailer.createTransport({ url, ...waits, ...noFiles });
  /** In: a row's id. Out: the Message-ID of its mail. */
  const idOf = (id: string) => `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  return {
    send: async ({ id, at, to, lang, from: name, replyTo, ...words }, signal) => {
      try {
        await transport.sendMail({
          ...words,
          signal,
          date: at,
          messageId: idOf(id),
          from: { name, address: from },
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name, address: replyTo } } : {}),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang },
        });
      } catch (thrown) {
        throw faultIn(thrown);
      }
    },
  };
};
