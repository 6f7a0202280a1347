import type { MailDeps } from '#server/mail/facts.ts';
import { type MailContent, renderMail as rendered } from '#server/mail/render-mail.ts';
import type { MailRow } from '#server/outbox/outbox.ts';

/** The mail as its reader gets it. Throws if the mail is superseded. */
export const renderMail = async (deps: MailDeps, row: MailRow): Promise<MailContent> => {
  const content = await rendered(deps, row);
  if (!content) throw new Error(`The mail ${row.kind} is superseded.`);
  return content;
};
