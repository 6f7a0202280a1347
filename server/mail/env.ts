import * as v from 'valibot';

/** Messages never repeat the address, because it contains the password. */
const SmtpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
    'an address, smtps://user:password@mail.example',
  ),
);

/** Settings of the mail server (table in server/README.md). */
export const mailEntries = {
  SMTP_URL: v.optional(SmtpUrl),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('the address mails come from, such as tickets@shop.example'))),
};
export type MailEnv = v.InferOutput<v.ObjectSchema<typeof mailEntries, undefined>>;
