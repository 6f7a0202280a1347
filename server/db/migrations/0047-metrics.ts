/** Acts of the last day, for metrics. */
export const statements = ['create index order_acts_time on order_acts (at, kind)'];
