import { describe, expect, it } from 'vitest';
import type { FieldTemplate } from './customer.ts';
import { customerOf, fieldErrorsOf, mailToReadBack } from './customer-check.ts';

const templates: FieldTemplate[] = [
  { field_name: 'fullname', is_display: true, is_require: true, list: null },
  { field_name: 'email', is_display: true, is_require: true, list: null },
  { field_name: 'phone', is_display: true, is_require: false, list: null },
  { field_name: 'gender', is_display: false, is_require: true, list: 'genders' },
];
const good = { fullname: '山田 花子', email: 'hanako@example.jp', email_confirm: 'hanako@example.jp', phone: '' };

describe('customer details', () => {
  it('are valid if every shown and required field is filled in', () => {
    expect(fieldErrorsOf(templates, good)).toEqual([]);
  });

  it('report the first failing rule of each field, in template order', () => {
    expect(fieldErrorsOf(templates, { email: 'hanako', email_confirm: 'other', phone: '12' })).toEqual([
      { field: 'fullname', id: 'common_validate_required' },
      { field: 'email', id: 'mail_validate_invalid' },
      { field: 'email_confirm', id: 'mail_validate_defferent' },
      { field: 'phone', id: 'common_validate_phone' },
    ]);
  });

  it('report the limit of a length rule', () => {
    const address: FieldTemplate = { field_name: 'address', is_display: true, is_require: false, list: null };
    const typed = { ...good, fullname: 'あ'.repeat(61), address: 'x'.repeat(201) };
    expect(fieldErrorsOf([...templates, address], typed)).toEqual([
      { field: 'fullname', id: 'common_validate_max', length: 60 },
      { field: 'address', id: 'common_validate_max', length: 200 },
    ]);
  });

  it('are sent trimmed and normalised, without fields that are not shown', () => {
    const sent = customerOf(templates, { ...good, email: ' ｈ@example.jp', phone: '０９０-1234-5678', gender: 'man' });
    expect(sent).toMatchObject({ fullname: '山田 花子', email: 'h@example.jp', phone: '09012345678', gender: '' });
    expect(sent).not.toHaveProperty('email_confirm');
  });

  it.each([
    [{ email: ' Ｈ@example.jp ' }, 'H@example.jp'],
    [{ email: 'h@example.jp', email_confirm: ' ' }, 'h@example.jp'],
    [{ email: 'h@example.jp', email_confirm: 'h' }, null],
    [{ email: 'h@example' }, null],
    [{}, null],
  ])('%o are read back as %s', (typed, read) => expect(mailToReadBack(typed)).toBe(read));
});
