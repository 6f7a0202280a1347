/** Four code points for each character that forms and operators may send (`src/domain/text-length.ts`). */
const bounds = {
  email: 1016,
  ...Object.fromEntries(
    [
      'fullname',
      'phone',
      'gender',
      'age',
      'resident_area',
      'address',
      'questionnaire1',
      'questionnaire2',
      'questionnaire3',
    ].map((field) => [field, 800]),
  ),
};
const within = Object.entries(bounds).map(([field, most]) => `char_length(customer ->> '${field}') <= ${most}`);

/** Finds coupons by what their codes look like, and bounds the texts of visitors. */
export const statements = [
  /* Codes of coupons are compared by their look: I, L and 1 are equal, O and 0 too, dashes do not count (`src/domain/coupon.ts`). */
  `create index coupons_by_compared_code on coupons (site, translate(code, 'ILO-', '110'))`,
  /* A field that is missing is within any bound. */
  `alter table orders add constraint customer_within check ((${within.join(' and ')}) is not false) not valid`,
  `alter table tickets add constraint note_within check (char_length(note) <= 1200) not valid`,
];
