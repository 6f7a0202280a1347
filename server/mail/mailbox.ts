import { domainToASCII } from 'node:url';
import { toAscii } from '#src/domain/digits.ts';

/** Mailboxes of these domains are the same person's, dots or none. */
const google = new Set(['gmail.com', 'googlemail.com']);

/**
 * In: a mail address. Out: a key for the mailbox it most likely reaches, for limits only: case, width, quotes, an internationalised
 * domain's spelling, a tag after `+`, and Google's dots make no difference. Two mailboxes that share a key share a limit, no more.
 */
export const mailboxOf = (typed: string): string => {
  const address = toAscii(typed).normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/\.+$/, '');
  const name = address.slice(0, Math.max(0, at)).replaceAll(/^"|"$|\\/g, '');
  const host = domainToASCII(domain) || domain;
  const untagged = name.replace(/(?<=.)\+.*$/su, '');
  return google.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
};
