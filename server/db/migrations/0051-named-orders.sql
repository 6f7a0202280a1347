-- Orders are found by the names of their customers: an index of pairs would also take an entry for each order without a name.

create index orders_named on orders using gin (name_pairs_1(customer ->> 'fullname'))
    where customer ->> 'fullname' is not null;

drop index orders_name;
