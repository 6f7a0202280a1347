import type { Desk } from '#server/mail/facts.ts';
import { type Letter, writeLetter as rendered } from '#server/mail/letters.ts';
import type { MailRow } from '#server/mail/outbox.ts';

/** The mail as its reader gets it. Throws if the mail is superseded. */
export const writeLetter = async (desk: Desk, row: MailRow): Promise<Letter> => {
  const letter = await rendered(desk, row);
  if (!letter) throw new Error(`The mail ${row.kind} is superseded.`);
  return letter;
};
