import { domainToASCII } from 'node:url';
import { toAscii } from '#src/domain/digits.ts';

/** Domains where dots in the local part make no difference. */
const google = new Set(['gmail.com', 'googlemail.com']);

/**
 * A key for the mailbox that an address most likely reaches, for limits only. It ignores case, width, quotes, the spelling of an
 * internationalised domain, a tag after `+`, and Google's dots. If two mailboxes have the same key they only share a limit.
 */
export const mailboxOf = (typed: string): string => {
  const address = toAscii(typed).normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/(?<!\.)\.+$/, '');
  const name = address.slice(0, Math.max(0, at)).replaceAll(/^"|"$|\\/g, '');
  const host = domainToASCII(domain) || domain;
  const untagged = name.replace(/(?<=.)\+.*$/su, '');
  return google.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
};
