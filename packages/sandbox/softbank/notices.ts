import { type Clock, seconds } from '../clock.ts';
import { createDeliveries } from '../deliveries.ts';
import type { Faults } from '../faults.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import type { SoftbankNotice } from './records.ts';
import { type ResultContents, resultBody } from './result.ts';

/** Delay of a "late" result, ms. */
const lateness = 6_000;

type Options = { ledger: Ledger; faults: Faults; clock: Clock };
export type SoftbankNotices = ReturnType<typeof createSoftbankNotices>;

/** When and how a result is sent, in addition to the faults that testers set. */
export type Manner = 'once' | 'late' | 'never' | 'bad_hash' | 'wrong_amount';

const isAccepted = async (reply: Response): Promise<boolean> => (await reply.text()).startsWith('OK,');

/**
 * Sends the result CGI to the shop, again until the shop replies `OK,`, but results that are wrong on purpose once; resending repairs
 * a wrong signature. Never throws.
 */
export function createSoftbankNotices({ ledger, faults, clock }: Options) {
  const deliver = (notice: SoftbankNotice, body = notice.body, isSentOnce = false): Promise<void> =>
    send(notice, { url: notice.address, body, isAccepted, isSentOnce });
  const { closed, follow, send, ...controls } = createDeliveries('softbank_notice', {
    ledger,
    clock,
    deliver: (notice) => deliver(notice),
  });

  return {
    ...controls,
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
        if (manner === 'late') await clock.sleep(lateness, closed);
        for (const fault of late) await faults.pause(fault);
        await deliver(notice, resultBody(contents, { ...how, badHash }), isBad);
        if (has('duplicate')) await deliver(notice);
      };
      const sent = follow(send());
      if (manner === 'once' && late.length === 0 && !isBad) await Promise.race([sent, clock.sleep(3_000, closed)]);
    },
  };
}
