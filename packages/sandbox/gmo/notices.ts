import { type Clock, seconds } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import type { GmoNotice, GmoTrade } from './records.ts';

/** Delays before each retry, in milliseconds. */
const pauses = [500, 2_000, 10_000, 30_000];
const timeLimit = 10_000;

type Options = { url: string | null; ledger: Ledger; faults: Faults; clock: Clock };
export type GmoNotices = ReturnType<typeof createGmoNotices>;

const formOf = (trade: GmoTrade): string => {
  const charge = trade.charges.at(-1);
  return new URLSearchParams({
    ShopID: trade.shop,
    ShopPass: '**********',
    AccessID: trade.accessId,
    AccessPass: '**********',
    OrderID: trade.order,
    Status: trade.status,
    JobCd: 'CAPTURE',
    Amount: String(charge?.amount ?? trade.amount),
    Tax: '0',
    Currency: 'JPN',
    TranID: charge?.id ?? '',
    TranDate: '',
    ErrCode: '',
    ErrInfo: trade.error ?? '',
    PayType: trade.kind === 'card' ? '0' : '45',
  }).toString();
};

/**
 * Notifies the shop when a transaction changes: an unsigned form, delivered at least once and in no guaranteed sequence. Retries
 * a few times until the shop replies `0`. Never throws.
 */
export function createGmoNotices({ url, ledger, faults, clock }: Options) {
  const closed = new AbortController();
  const underway = new Set<Promise<void>>();

  const post = async (address: string, body: string): Promise<boolean> => {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeLimit)]),
      });
      return answer.ok && (await answer.text()).trim() === '0';
    } catch {
      return false;
    }
  };
  const untilAccepted = async (notice: GmoNotice, address: string, body: string): Promise<void> => {
    for (let tries = 1; !closed.signal.aborted; tries += 1) {
      const accepted = await post(address, body);
      const attempts = (ledger.get('gmo_notice', notice.id)?.attempts ?? 0) + 1;
      const pause = pauses[tries - 1];
      const delivery = accepted ? 'delivered' : pause === undefined ? 'failed' : 'pending';
      ledger.put('gmo_notice', { ...notice, delivery, attempts });
      if (accepted || pause === undefined) return;
      await clock.sleep(pause, closed.signal);
    }
  };
  const deliver = async (notice: GmoNotice): Promise<void> => {
    if (url === null) return void ledger.put('gmo_notice', { ...notice, delivery: 'unaddressed' });
    const struck = faults.take(`webhooks:gmo:${notice.status}`, 'webhook');
    const has = (name: string) => struck.some(({ fault }) => fault === name);
    if (has('lost')) return void ledger.put('gmo_notice', { ...notice, delivery: 'lost' });
    for (const fault of struck.filter((one) => one.fault === 'late')) await faults.pause(fault);
    const body = has('wrong_amount') ? notice.body.replace(/Amount=\d+/, 'Amount=1') : notice.body;
    await untilAccepted(notice, url, body);
    if (has('duplicate')) await untilAccepted(notice, url, body);
  };
  const start = (notice: GmoNotice): void => {
    const delivery = deliver(notice).finally(() => underway.delete(delivery));
    underway.add(delivery);
  };

  return {
    emit(trade: GmoTrade): void {
      const { id, status } = trade;
      const notice = { id: newId('gmo'), created: seconds(clock), status, trade: id, body: formOf(trade), attempts: 0 };
      start(ledger.put('gmo_notice', { ...notice, delivery: 'pending' }));
    },
    /** Sends a stored notice once more. Returns whether it exists. */
    resend(id: string): boolean {
      const notice = ledger.get('gmo_notice', id);
      if (notice) start(ledger.put('gmo_notice', { ...notice, delivery: 'pending' }));
      return notice !== null;
    },
    /** Continues the deliveries that an earlier process left pending. */
    resume(): void {
      for (const notice of ledger.all('gmo_notice')) if (notice.delivery === 'pending') start(notice);
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
