import { type Clock, seconds } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import type { SoftbankNotice } from './records.ts';
import { type ResultContents, resultBody } from './result.ts';

/** Delays before each retry, in milliseconds. */
const pauses = [500, 2_000, 10_000, 30_000];
const timeLimit = 10_000;

/** Delay of a "late" result, ms. */
const lateness = 6_000;

type Options = { ledger: Ledger; faults: Faults; clock: Clock };
export type SoftbankNotices = ReturnType<typeof createSoftbankNotices>;

/** When and how a result is sent, in addition to the faults that testers set. */
export type Manner = 'once' | 'late' | 'never' | 'bad_hash' | 'wrong_amount';

/**
 * Sends the result CGI to the shop, at least once. Retries a few times until the shop replies `OK,`, but results that are wrong
 * on purpose are sent once; resending repairs a wrong signature. Never throws.
 */
export function createSoftbankNotices({ ledger, faults, clock }: Options) {
  const closed = new AbortController();
  const underway = new Set<Promise<void>>();

  const post = async ({ address, body }: SoftbankNotice): Promise<boolean> => {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeLimit)]),
      });
      return (await answer.text()).startsWith('OK,');
    } catch {
      return false;
    }
  };
  const untilAccepted = async (notice: SoftbankNotice, body = notice.body, isBad = false): Promise<void> => {
    for (let tries = isBad ? pauses.length + 1 : 1; !closed.signal.aborted; tries += 1) {
      const accepted = await post({ ...notice, body });
      const attempts = (ledger.get('softbank_notice', notice.id)?.attempts ?? 0) + 1;
      const pause = pauses[tries - 1];
      const delivery = accepted ? 'delivered' : pause === undefined ? 'failed' : 'pending';
      ledger.put('softbank_notice', { ...notice, delivery, attempts });
      if (accepted || pause === undefined) return;
      await clock.sleep(pause, closed.signal);
    }
  };
  const follow = (work: Promise<void>): Promise<void> => {
    const followed = work.finally(() => underway.delete(followed));
    underway.add(followed);
    return followed;
  };

  return {
    /**
     * Sends a result; resolves when the shop accepted it, after 3 s at the latest. Does not wait for a result that is late, lost
     * or wrong on purpose.
     */
    async emit(contents: ResultContents, address: string, manner: Manner): Promise<void> {
      const struck = faults.take(`webhooks:softbank:${contents.result}`, 'webhook');
      const has = (name: string) => struck.some(({ fault }) => fault === name);
      const badHash = manner === 'bad_hash' || has('bad_signature');
      const isBad = badHash || manner === 'wrong_amount' || has('wrong_amount');
      const how = { wrongAmount: has('wrong_amount'), badHash: false, now: clock.now() };
      const isLost = manner === 'never' || has('lost');
      const notice: SoftbankNotice = ledger.put('softbank_notice', {
        id: newId('sbps'),
        created: seconds(clock),
        result: contents.result,
        order: contents.fields.order_id ?? '',
        address,
        body: resultBody(contents, how),
        delivery: isLost ? 'lost' : 'pending',
        attempts: 0,
      });
      if (isLost) return;
      const late = struck.filter(({ fault }) => fault === 'late');
      const send = async () => {
        if (manner === 'late') await clock.sleep(lateness, closed.signal);
        for (const fault of late) await faults.pause(fault);
        await untilAccepted(notice, resultBody(contents, { ...how, badHash }), isBad);
        if (has('duplicate')) await untilAccepted(notice);
      };
      const sent = follow(send());
      if (manner === 'once' && late.length === 0 && !isBad)
        await Promise.race([sent, clock.sleep(3_000, closed.signal)]);
    },
    /** Sends a stored result once more. Returns whether it exists. */
    resend(id: string): boolean {
      const notice = ledger.get('softbank_notice', id);
      if (notice) void follow(untilAccepted(ledger.put('softbank_notice', { ...notice, delivery: 'pending' })));
      return notice !== null;
    },
    /** Continues the deliveries that an earlier process left pending. */
    resume(): void {
      for (const notice of ledger.all('softbank_notice'))
        if (notice.delivery === 'pending') void follow(untilAccepted(notice));
    },
    /** Resolves when no delivery is running. */
    async settled(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
    async close(): Promise<void> {
      closed.abort();
      await this.settled();
    },
  };
}
