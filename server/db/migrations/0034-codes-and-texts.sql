-- Finds coupons by what their codes look like, and bounds the texts of visitors.

-- Codes of coupons are compared by their look: I, L and 1 are equal, O and 0 too, dashes do not count (`src/domain/coupon.ts`).
create index coupons_by_compared_code on coupons (site, translate(code, 'ILO-', '110'));

-- Four code points for each character that forms and operators may send (`src/domain/text-length.ts`).
-- A field that is missing is within any bound.
alter table orders add constraint customer_within check ((char_length(customer ->> 'email') <= 1016 and char_length(customer ->> 'fullname') <= 800 and char_length(customer ->> 'phone') <= 800 and char_length(customer ->> 'gender') <= 800 and char_length(customer ->> 'age') <= 800 and char_length(customer ->> 'resident_area') <= 800 and char_length(customer ->> 'address') <= 800 and char_length(customer ->> 'questionnaire1') <= 800 and char_length(customer ->> 'questionnaire2') <= 800 and char_length(customer ->> 'questionnaire3') <= 800) is not false) not valid;

alter table tickets add constraint note_within check (char_length(note) <= 1200) not valid;
