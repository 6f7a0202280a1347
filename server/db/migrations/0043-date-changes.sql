-- How often and until when the holder of a ticket may change its date.

-- Changes by holders, and hours before the visit until which they are possible; null: without limit.
alter table products add column date_changes integer check (date_changes between 0 and 99),
    add column date_change_hours integer check (date_change_hours between 0 and 2160);

-- Changes by its holders; those of the venue do not count.
alter table tickets add column date_changes integer not null default 0;
