import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { paymentsWithOrders } from '#server/db/scoped.ts';
import { runStatement } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { Attempt, Outcome, ProviderData } from '#server/payments/providers/adapter.ts';
import type { Method } from '#src/domain/payment.ts';

/** The look-ups that began in this process within the last two seconds and still run, by attempt; null when they take longer. */
export type LookUps = Map<string, Promise<Outcome | null>>;

/**
 * `due`: a poll, for which the outcome of the last two seconds is enough. `now`: something happened, so a new look-up is needed.
 * `end`: the sweep ends what is abandoned, however often its visitor makes us ask meanwhile.
 */
export type Urgency = 'due' | 'now' | 'end';

/** Milliseconds between look-ups of an order's attempts, and for which others wait for one that runs before they make their own. */
const between = 2_000;

/** Milliseconds that an urgent look-up may use in advance: a notice, a return and the page that opens come at about the same time. */
const inAdvance = 4_000;

const takeText = `select taken.*, orders.lang, orders.site
  from take_turn_1($1, $2, make_interval(secs => $3), make_interval(secs => $4)) as taken join orders on orders.id = taken.order_id`;

/**
 * Takes the next look-up of an attempt, for all processes and attempts of its order; returns the attempt as it is now, with
 * its order's site and language. Undefined when it was looked up too recently. A process that dies meanwhile delays the next one by
 * two seconds.
 */
export const takeLookUp = async (db: Db, id: string, urgency: Urgency) => {
  const values = [id, urgency, between / 1000, inAdvance / 1000];
  const [taken] = await runStatement<Attempt & Pick<OrderRow, 'lang' | 'site'>>(db, takeText, values);
  return taken;
};

export type TakenAttempt = NonNullable<Awaited<ReturnType<typeof takeLookUp>>>;

/** Lets concurrent callers share a running look-up, for two seconds at most, so that an unanswered one delays no other caller. */
export const shareLookUp = async (lookUps: LookUps, id: string, work: Promise<Outcome>): Promise<Outcome> => {
  const end = Promise.withResolvers<null>();
  const timer = setTimeout(end.resolve, between, null);
  const shared = Promise.race([work, end.promise]);
  const forget = () => {
    clearTimeout(timer);
    if (lookUps.get(id) === shared) lookUps.delete(id);
  };
  lookUps.set(id, shared);
  shared.then(forget, forget);
  return work;
};

/**
 * Has the sweep look an attempt up later, with the parameters of a return and what a notice says, and writes nothing where that is
 * to happen anyway.
 */
export const wantLookUp = async (
  db: Db,
  id: string,
  { returned, noticed }: { returned: ProviderData; noticed?: ProviderData | undefined },
): Promise<void> => {
  const returnedJson = sql`${JSON.stringify(returned)}::jsonb`;
  const noticedJson = sql`${JSON.stringify(noticed ?? {})}::jsonb`;
  const isWanted = sql<boolean>`look_wanted_at > looked_up_at and returned @> ${returnedJson}
    and coalesce(data, '{}'::jsonb) @> ${noticedJson}`;
  await db
    .updateTable('payments')
    .set({
      look_wanted_at: sql`now()`,
      awaits_visitor: false,
      ...(noticed && { data: sql`coalesce(data, '{}'::jsonb) || ${noticedJson}` }),
      returned: sql`coalesce(returned, '{}'::jsonb) || ${returnedJson}`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`(${isWanted}) is not true`)
    .execute();
};

/** Ends what a finished look-up was wanted for; what came after its beginning still needs another one. */
export const endWanted = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ look_wanted_at: null, returned: null })
    .where('id', '=', id)
    .whereRef('look_wanted_at', '<=', 'looked_up_at')
    .execute();
};

/** SQL: of each site in turn, and random, so that payments about which no provider replies do not hold the others up. */
export const inTurn = sql`row_number() over (partition by orders.site order by random()), random()`;

/** At most 50 payments of these methods, drawn again each time, so that one round does not take long. */
export const samplePayments = (db: Db, methods: readonly Method[]) =>
  paymentsWithOrders(db).where('payments.method', 'in', methods).orderBy(inTurn).limit(50);

/** Attempts of these methods whose return or notice came when none was allowed. After an hour the provider is not asked any more. */
export const wantedLookUps = (db: Db, methods: readonly Method[]): Promise<Attempt[]> =>
  samplePayments(db, methods)
    .selectAll('payments')
    .where('look_wanted_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where('payments.state', 'not in', ['paid', 'refund_due', 'refunded'])
    .execute();
