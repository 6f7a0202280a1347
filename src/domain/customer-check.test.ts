import { describe, expect, it } from 'vitest';
import type { FieldTemplate } from './customer.ts';
import { fieldErrorsOf, mailToReadBack } from './customer-check.ts';

const templates: FieldTemplate[] = [
  { field_name: 'fullname', is_display: true, is_require: true, list: null },
  { field_name: 'email', is_display: true, is_require: true, list: null },
  { field_name: 'phone', is_display: true, is_require: false, list: null },
  { field_name: 'gender', is_display: false, is_require: true, list: 'genders' },
];
const good = { fullname: '山田 花子', email: 'hanako@example.jp', email_confirm: 'hanako@example.jp', phone: '' };

describe('customer details', () => {
  it('report the limit of a length rule', () => {
    const address: FieldTemplate = { field_name: 'address', is_display: true, is_require: false, list: null };
    const typed = { ...good, fullname: 'あ'.repeat(61), address: 'x'.repeat(201) };
    expect(fieldErrorsOf([...templates, address], typed)).toEqual([
      { field: 'fullname', id: 'common_validate_max', length: 60 },
      { field: 'address', id: 'common_validate_max', length: 200 },
    ]);
  });

  it.each([
    [{ email: ' Ｈ@example.jp ' }, 'H@example.jp'],
    [{ email: 'h@example.jp', email_confirm: ' ' }, 'h@example.jp'],
    [{ email: 'h@example.jp', email_confirm: 'h' }, null],
    [{ email: 'h@example' }, null],
    [{}, null],
  ])('%o are read back as %s', (typed, read) => expect(mailToReadBack(typed)).toBe(read));
});
