import nodemailer from 'nodemailer';
import type { CalendarFile } from '#server/tickets/calendar-file.ts';

export type Mail = {
  /**
   * Id of the outbox row. The Message-ID derives from it, so that a mail that is sent twice after a lost reply can be recognised.
   */
  id: string;
  at: Date;
  to: string;
  from: string;
  replyTo: string;
  lang: string;
  subject: string;
  /** The address by which the reader's mail program ends the newsletter; null where the reader has none. */
  release: string | null;
  text: string;
  html: string;
  /** Pictures that the HTML names as `cid:<name>`. */
  pictures: readonly { name: string; png: Uint8Array }[];
  calendar: CalendarFile | null;
};

/**
 * Why a mail was not accepted. `fault` is safe to log: codes only, since texts of servers repeat addresses. `isFinal`: rejected
 * permanently; `isDown`: no mail can be sent now; `isUnsent`: the server was not given the content, so it cannot have taken it.
 */
export class MailFault extends Error {
  readonly about: { fault: string; isFinal: boolean; isDown: boolean; isUnsent: boolean };
  constructor(about: MailFault['about']) {
    super(about.fault);
    this.about = about;
  }
}

/** Resolves when the server has accepted the mail. Throws a MailFault otherwise, also when the mail's signal aborts it. */
export type Mailer = { send: (mail: Mail, signal: AbortSignal) => Promise<void> };

/** Commands whose errors concern the mail itself (recipient or content); all others concern the server or our configuration. */
const aboutMail = ['RCPT TO', 'DATA', 'API'];

type SmtpError = Error & { code?: unknown; responseCode?: unknown; command?: unknown };

/**
 * Interprets an error of nodemailer. A rejected sender or login is an error of our configuration, and 421 is a server that is not
 * available (RFC 5321, 3.8), so those mails stay due.
 */
const faultIn = (thrown: unknown, isUnsent: boolean): MailFault => {
  if (!(thrown instanceof Error)) return new MailFault({ fault: 'unknown', isFinal: false, isDown: true, isUnsent });
  const { code, responseCode: status, command }: SmtpError = thrown;
  const isAnswer = aboutMail.some((name) => name === command) && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const isMails = isAnswer && status !== 421;
  const isRefusal = command === 'API' || (typeof status === 'number' && status >= 500 && status < 600);
  const named = typeof code === 'string' ? code : thrown.name;
  const fault = typeof status === 'number' ? `${named} ${status}` : named;
  return new MailFault({ fault, isFinal: isMails && isRefusal, isDown: !isMails, isUnsent });
};

type Options = {
  /** `smtp://` or `smtps://`, with user and password if needed. */
  url: string;
  from: string;
  /** Milliseconds to wait for each reply of the server. */
  timeout?: number;
};

/** A mail program may post to an https address without asking (RFC 8058); one of http is only shown (RFC 2369). */
const releaseHeaders = (release: string | null): Record<string, string> => {
  if (release === null) return {};
  const oneClick = release.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
  return { 'List-Unsubscribe': `<${release}>`, ...oneClick };
};

/** Sends by SMTP (docs/operations.md#mails), with TLS wherever the server supports it. */
export const createMailer = ({ url, from, timeout = 20_000 }: Options): Mailer => {
  const waits = { dnsTimeout: timeout, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
  const noFiles = { disableFileAccess: true, disableUrlAccess: true };
  const transport = nodemailer.createTransport({ url, ...waits, ...noFiles });
  /**
   * Signals of the mails whose content was read, which nodemailer does only when the server has agreed to DATA: its error codes are
   * the same before and after.
   */
  const contentRead = new WeakSet<AbortSignal>();
  transport.use('stream', ({ message, data: { signal } }, done) => {
    message.processFunc((content) => content.once('resume', () => signal && contentRead.add(signal)));
    done();
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ id, at, to, lang, from: name, replyTo, release, pictures, calendar, ...content }, signal) => {
      const images = pictures.map(({ name: cid, png }) => ({
        cid,
        content: Buffer.from(png),
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        filename: `${cid}.png`,
      }));
      const file = calendar && {
        content: calendar.text,
        contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
        filename: calendar.name,
      };
      try {
        await transport.sendMail({
          ...content,
          attachments: file ? [...images, file] : images,
          signal,
          date: at,
          messageId: `<${id}@${domain}>`,
          from: { name, address: from },
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name, address: replyTo } } : {}),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang, ...releaseHeaders(release) },
        });
      } catch (thrown) {
        throw faultIn(thrown, !contentRead.has(signal));
      }
    },
  };
};
