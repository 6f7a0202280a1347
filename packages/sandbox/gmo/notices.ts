import { type Clock, seconds } from '../clock.ts';
import { createDeliveries } from '../deliveries.ts';
import type { Faults } from '../faults.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import type { GmoNotice, GmoTrade } from './records.ts';

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

/** Notifies the shop when a transaction changes: an unsigned form, sent again until the shop replies `0`. Never throws. */
export function createGmoNotices({ url, ledger, faults, clock }: Options) {
  const { start, send, ...controls } = createDeliveries('gmo_notice', { ledger, clock, deliver });

  async function deliver(notice: GmoNotice): Promise<void> {
    if (url === null) return void ledger.put('gmo_notice', { ...notice, delivery: 'unaddressed' });
    const struck = faults.take(`webhooks:gmo:${notice.status}`, 'webhook');
    const has = (name: string) => struck.some(({ fault }) => fault === name);
    if (has('lost')) return void ledger.put('gmo_notice', { ...notice, delivery: 'lost' });
    for (const fault of struck.filter((one) => one.fault === 'late')) await faults.pause(fault);
    const body = has('wrong_amount') ? notice.body.replace(/Amount=\d+/, 'Amount=1') : notice.body;
    const isAccepted = async (reply: Response) => reply.ok && (await reply.text()).trim() === '0';
    await send(notice, { url, body, isAccepted });
    if (has('duplicate')) await send(notice, { url, body, isAccepted });
  }

  return {
    ...controls,
    emit(trade: GmoTrade): void {
      const { id, status } = trade;
      const notice = { id: newId('gmo'), created: seconds(clock), status, trade: id, body: formOf(trade), attempts: 0 };
      start(ledger.put('gmo_notice', { ...notice, delivery: 'pending' }));
    },
  };
}
