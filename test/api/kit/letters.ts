import type { Desk } from '#server/mail/facts.ts';
import { type Letter, writeLetter as rendered } from '#server/mail/letters.ts';
import type { MailRow } from '#server/mail/outbox.ts';

/** The letter of a mail as its reader gets it. Throws when the mail would not be sent any more. */
export const writeLetter = async (desk: Desk, row: MailRow): Promise<Letter> => {
  const letter = await rendered(desk, row);
  if (!letter) throw new Error(`The mail ${row.kind} is superseded.`);
  return letter;
};
