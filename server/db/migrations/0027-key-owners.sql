-- The request that runs with a key: another one may have taken the key over. Null in rows of earlier releases and finished ones.

alter table idempotency add column owner uuid;
