import type { Clock } from './clock.ts';
import type { Ledger, Rows } from './ledger.ts';

/** Delays before each retry, in milliseconds. */
const retryDelays = [500, 2_000, 10_000, 30_000];
const timeLimit = 10_000;

/** A request to the shop, and how its reply shows that the shop accepts the notice. */
type Message = {
  url: string;
  body: string;
  /** Called for each try, since a signature contains the time. */
  headers?: () => Record<string, string>;
  isAccepted: (reply: Response) => Promise<boolean>;
  /** A notice that is wrong on purpose is not repeated. */
  isSentOnce?: boolean;
};

type Options<Notice> = { ledger: Ledger; clock: Clock; deliver: (notice: Notice) => Promise<void> };

const formHeaders = () => ({ 'content-type': 'application/x-www-form-urlencoded' });

/**
 * Deliveries of a provider's notices, whose rows are of this kind: at least once, in no guaranteed sequence, with a few retries until
 * the shop accepts them. `deliver` sends a notice. Never throws.
 */
export function createDeliveries<Kind extends 'event' | 'gmo_notice' | 'softbank_notice'>(
  kind: Kind,
  { ledger, clock, deliver }: Options<Rows[Kind]>,
) {
  const closed = new AbortController();
  const underway = new Set<Promise<void>>();

  const follow = (work: Promise<void>): Promise<void> => {
    const followed = work.finally(() => underway.delete(followed));
    underway.add(followed);
    return followed;
  };
  const start = (notice: Rows[Kind]): void => void follow(deliver(notice));

  const post = async ({ url, body, headers = formHeaders, isAccepted }: Message): Promise<boolean> => {
    try {
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeLimit)]);
      return await isAccepted(
        await fetch(url, { method: 'POST', body, redirect: 'manual', headers: headers(), signal }),
      );
    } catch {
      return false;
    }
  };

  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway);
  }

  return {
    closed: closed.signal,
    /** Adds work that `settled` and `close` wait for. */
    follow,
    /** Begins the delivery of a notice. */
    start,
    /** Sends a message until the shop accepts it, and stores each try in the notice's row. */
    async send(notice: Rows[Kind], message: Message): Promise<void> {
      for (let tries = message.isSentOnce ? retryDelays.length + 1 : 1; !closed.signal.aborted; tries += 1) {
        const accepted = await post(message);
        const attempts = (ledger.get(kind, notice.id)?.attempts ?? 0) + 1;
        const pause = retryDelays[tries - 1];
        const delivery = accepted ? 'delivered' : pause === undefined ? 'failed' : 'pending';
        ledger.put(kind, { ...notice, delivery, attempts });
        if (accepted || pause === undefined) return;
        await clock.sleep(pause, closed.signal);
      }
    },
    /** Sends a stored notice once more. Returns whether it exists. */
    resend(id: string): boolean {
      const notice = ledger.get(kind, id);
      if (notice) start(ledger.put(kind, { ...notice, delivery: 'pending' }));
      return notice !== null;
    },
    /** Continues the deliveries that an earlier process left pending. */
    resume(): void {
      for (const notice of ledger.all(kind)) if (notice.delivery === 'pending') start(notice);
    },
    /** Resolves when no delivery is running. */
    settled,
    async close(): Promise<void> {
      closed.abort();
      await settled();
    },
  };
}
