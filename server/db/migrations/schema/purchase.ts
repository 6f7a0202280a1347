/* From the hold of an order to its ticket. */

/** Stores a finished answer. False when the key is being used or was used; a key whose process died may be used again. */
const storeAnswer = `create function store_answer_1(p_key text, p_fingerprint text, p_status int, p_body text) returns boolean
  language plpgsql as $$ begin
    if p_key is null then return true; end if;
    /* Not to wait for the same key: who has it may itself wait for a slot. */
    if not pg_try_advisory_xact_lock(hashtextextended(p_key, 4177)) then return false; end if;
    insert into idempotency as known (key_hash, fingerprint, status, body)
      values (p_key, p_fingerprint, p_status, p_body)
      on conflict (key_hash) do update set status = excluded.status, body = excluded.body, started_at = now()
        where known.status is null and known.fingerprint = excluded.fingerprint
          and known.started_at < now() - interval '15 seconds';
    return found;
  end $$`;

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

/** SQL of the functions from the first answer to the ticket. */
export const purchaseFunctions = [storeAnswer, subscribe];
