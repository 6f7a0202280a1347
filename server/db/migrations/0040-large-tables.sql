-- Indexes for searches, lists and counts that read whole tables.

-- Each two characters that follow each other in a name, without spaces and case, of any width. Trigrams find no two characters of
-- Japanese, Korean or Chinese.
create function name_pairs_1(p_name text) returns text[] language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct substr(name, at, 2)), '{}')
      from (select regexp_replace(lower(normalize(p_name, nfkc)), '\s', '', 'g') as name) as compared,
        generate_series(1, char_length(name) - 1) as at $$;

create index orders_name on orders using gin (name_pairs_1(customer ->> 'fullname'));

create index mail_links_address on mail_links (lower(address));

-- The list of a day: its slots, and their tickets. Imports of earlier releases may have an end before the begin.
create function slot_times_1(p_from timestamptz, p_to timestamptz) returns tstzrange language sql immutable parallel safe as $$
    select tstzrange(least(p_from, p_to), greatest(p_from, p_to), '[]') $$;

create index time_spans_times on time_spans using gist (slot_times_1(reservation_from, reservation_to));

create index tickets_slot on tickets (site, time_span_id);

-- Comparisons of the last hours and days with the providers.
create index payments_created on payments (created_at);

-- Rows that the metrics count.
create index payments_watched on payments (id)
    where state in ('started', 'requires_action') or state = 'refund_due' or alarm is not null or unconfirmed_since is not null;

-- PostgreSQL expects a thousand rows of a function, and reads all orders to join them.
alter function take_turn_1(uuid, text, interval, interval) rows 1;

create index outbox_watched on outbox (state, due_at) where state in ('due', 'failed', 'superseded');
