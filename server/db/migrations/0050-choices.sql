-- Until when the holder of a ticket that the venue moved may choose; null: no choice (docs/product.md#moved-visits).

alter table tickets add column choice_until timestamptz;
