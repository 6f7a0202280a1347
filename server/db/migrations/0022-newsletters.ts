import { type Kysely, sql } from 'kysely';

/**
 * Subscribes an address to a site's newsletter. A subscription that goes on is its reader's own and stays as it is, since the buyer
 * may have typed the address of somebody else.
 */
const subscribe = `create function subscribe_1(p_site text, p_lang text, p_subscription jsonb) returns void
  language plpgsql as $$ begin
    /* After an earlier unsubscription only a hash of the address may be stored: the row gets the address back. */
    update mail_magazines set email = p_subscription ->> 'email'
      where site = p_site and email = p_subscription ->> 'suppressed';
    insert into mail_magazines (id, token_hash, site, email, lang)
      values ((p_subscription ->> 'id')::uuid, p_subscription ->> 'token_hash', p_site, p_subscription ->> 'email', p_lang)
      on conflict (site, email) do update set lang = excluded.lang, started_at = now(), stopped_at = null
        where mail_magazines.stopped_at is not null;
  end $$`;

/** As settle_paid_1, whose own subscription would begin anew one that goes on. */
const settlePaid = `create function settle_paid_2(p_order uuid, p_version text, p_payment uuid, p_provider_id text, p_data jsonb,
    p_is_unconfirmed boolean, p_number text, p_ticket uuid, p_token_hash text, p_entry_hash text, p_people jsonb,
    p_mail uuid, p_address text, p_subscription jsonb) returns boolean
  language plpgsql as $$ begin
    if not settle_paid_1(p_order, p_version, p_payment, p_provider_id, p_data, p_is_unconfirmed, p_number, p_ticket,
      p_token_hash, p_entry_hash, p_people, p_mail, p_address, null) then return false; end if;
    if p_subscription is not null then
      perform subscribe_1(site, lang, p_subscription) from orders where id = p_order;
    end if;
    return true;
  end $$`;

/** A purchase leaves a newsletter that its address gets already as it is. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of [subscribe, settlePaid]) await sql.raw(statement).execute(db);
};
