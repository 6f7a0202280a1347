import { sql } from 'kysely';
import { faultOf } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import { logUnlessUnavailable } from '#server/db/unavailable.ts';
import { pass } from '#server/shared/failpoints.ts';
import type { MailRow } from '#server/shared/outbox/outbox.ts';
import type { MailDeps } from './deps.ts';
import { htmlOf, picturesOf, textOf } from './layout.ts';
import { type Mailer, MailFault } from './mailer.ts';
import { renderMail } from './render-mail.ts';

/** Minutes until the next attempt, by attempts made; the last one repeats. */
const pauses = [1, 5, 30, 120];
/** Number of attempts before a mail is given up, if the server rejects it temporarily or it cannot be rendered. */
const maxTries = 8;

/** Mails per run, and concurrently: a sale that opens causes many mails, and mail servers are slow. The next run follows soon. */
const perRound = 200;
const atOnce = 5;

/** Time limit of one mail in ms, well within the time that this process owns its row. */
const timeout = 60_000;
const ownFor = sql<Date>`now() + interval '2 minutes'`;

/** Claims the mail that is due longest; several processes never claim the same one (docs/architecture.md#outbox). */
const take = (db: Db): Promise<MailRow | undefined> =>
  db
    .updateTable('outbox')
    .set({ tries: sql`tries + 1`, due_at: ownFor, fault: '' })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where('state', '=', 'due')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

/** Returns false, without sending, when the mail is obsolete. */
const sendOne = async (sender: MailDeps, mailer: Mailer, row: MailRow, signal: AbortSignal): Promise<boolean> => {
  pass('mail_taken');
  const content = await renderMail(sender, row);
  if (!content) return false;
  const { lang, subject, shop: from, replyTo, calendar } = content;
  const release = content.release?.oneClick ?? null;
  const mail = { id: row.id, at: row.created_at, to: row.address, from, replyTo, lang, subject, release, calendar };
  const html = await htmlOf(content, ({ name }) => `cid:${name}`);
  await mailer.send({ ...mail, text: textOf(content), html, pictures: await picturesOf(content) }, signal);
  pass('mail_handed_over');
  return true;
};

/**
 * Schedules another attempt, or gives up. In an outage an attempt that did not pass the content on counts only until the pauses have
 * reached the longest one: the remaining attempts are for answers to the mail itself, and for those in which it may have been taken.
 */
const putOff = async ({ db, log }: MailDeps, { id, kind, tries }: MailRow, thrown: unknown): Promise<void> => {
  const known = thrown instanceof MailFault ? thrown.about : null;
  const fault = known?.fault ?? 'unwritten';
  const isOutage = known?.isDown === true;
  const isUncounted = isOutage && known.isUnsent && tries > pauses.length;
  /* `take` has counted this attempt. There may be more than `maxTries`, since nothing uncounts those that a crash ended. */
  const counted = isUncounted ? Math.min(tries, maxTries) - 1 : tries;
  const isOver = known?.isFinal === true || counted >= maxTries;
  const minutes = pauses[Math.min(tries, pauses.length) - 1] ?? 0;
  const later = { tries: counted, due_at: sql<Date>`now() + make_interval(mins => ${minutes})` };
  await db
    .updateTable('outbox')
    .set({ fault, ...(isOver ? { state: 'failed' } : later) })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('tries', '=', tries)
    .execute();
  const facts = { mail: id, kind, tries, fault, ...(known ? {} : faultOf(thrown)) };
  /* The server is down through all pauses: an outage of hours needs a person, before mails are given up in it. */
  const isLongOutage = isOutage && tries > pauses.length;
  log(isOver || isLongOutage ? 'error' : 'warn', isOver ? 'mail_failed' : 'mail_put_off', facts);
};

/**
 * A mail server that takes mails again gets those that waited for it within a minute: pauses of an outage are no pauses of the mails.
 * Not those that it rejected by themselves (greylisting), that could not be rendered, or that have no fault: they are being sent.
 */
const endPauses = async (db: Db): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ due_at: sql`now() + interval '1 minute'` })
    .where('state', '=', 'due')
    .where('due_at', '>', sql<Date>`now() + interval '1 minute'`)
    .where('fault', '!~', '^$|^unwritten|^(EENVELOPE|EMESSAGE) (?!421)')
    .execute();
};

/** Delivers a claimed mail. Returns false when no mail can be sent now. */
const deliver = async (sender: MailDeps, mailer: Mailer, row: MailRow, ending: AbortSignal): Promise<boolean> => {
  let isSent = false;
  try {
    isSent = await sendOne(sender, mailer, row, AbortSignal.any([ending, AbortSignal.timeout(timeout)]));
  } catch (thrown) {
    await putOff(sender, row, thrown);
    return !(thrown instanceof MailFault && thrown.about.isDown);
  }
  await sender.db
    .updateTable('outbox')
    .set(isSent ? { state: 'sent', sent_at: sql`now()`, fault: '' } : { state: 'superseded', fault: '' })
    .where('id', '=', row.id)
    .execute();
  if (!isSent) sender.log('info', 'mail_superseded', { mail: row.id, kind: row.kind });
  else sender.log('info', 'mail_sent', { mail: row.id, kind: row.kind, tries: row.tries });
  return true;
};

/**
 * Sends due mails, a few concurrently, the longest due first. Without a mailer they become readable in the outbox and are never
 * sent. `ending` aborts deliveries. Safe in several processes at once. Never throws, never logs an address, a token or the
 * content of a mail.
 */
export const sendMails = async (sender: MailDeps, mailer: Mailer | null, ending: AbortSignal): Promise<void> => {
  const { db, log } = sender;
  try {
    if (!mailer) {
      await db.updateTable('outbox').set({ state: 'readable' }).where('state', '=', 'due').execute();
      return;
    }
    let remaining = perRound;
    const sendNext = async (): Promise<boolean> => {
      if (remaining === 0 || ending.aborted) return false;
      remaining -= 1;
      const row = await take(db);
      /* Nothing left to send, or the server is down: the other loops end too. */
      if (!row || !(await deliver(sender, mailer, row, ending))) remaining = 0;
      return remaining > 0;
    };
    const sendRest = async () => {
      while (await sendNext());
    };
    /* The first mail is sent alone: when the server is down, only one attempt is lost. */
    if (!(await sendNext())) return;
    await endPauses(db);
    await Promise.all(Array.from({ length: atOnce }, sendRest));
  } catch (thrown) {
    logUnlessUnavailable(log, 'mails_failed', thrown);
  }
};
