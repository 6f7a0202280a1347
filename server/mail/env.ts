import * as v from 'valibot';

/** Messages never repeat the address, because it contains the password. */
const SmtpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
    'an address, smtps://user:password@mail.example',
  ),
);

/** Settings of the mail server (docs/settings.md). */
export const mailEntries = {
  /**
   * Mail server, `smtps://user:password@mail.example:465` or `smtp://…:587?requireTLS=true`; needed outside development
   * (not with `SANDBOX=1`); without it mails stay in the outbox.
   */
  SMTP_URL: v.optional(SmtpUrl),
  /** Address that mails come from, without a name; needed with `SMTP_URL`. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('the address mails come from, such as tickets@shop.example'))),
};
export type MailEnv = v.InferOutput<v.ObjectSchema<typeof mailEntries, undefined>>;
