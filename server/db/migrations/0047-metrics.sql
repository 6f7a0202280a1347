-- Acts of the last day, for metrics.

create index order_acts_time on order_acts (at, kind);
