import { describe, expect, it } from 'vitest';
import type { FieldTemplate } from '#src/domain/customer.ts';
import { asksOf, fieldsOfWallet } from './wallet-fields.ts';

const template = (field_name: FieldTemplate['field_name'], changed: Partial<FieldTemplate> = {}): FieldTemplate => ({
  field_name,
  is_require: true,
  is_display: true,
  list: null,
  ...changed,
});
const contact = { name: 'Hanako', email: 'hanako@example.com', phone: '+81 90-1234-5678' };

describe('a wallet', () => {
  it('is asked for what the site shows, and for a telephone number only where the site requires it', () => {
    const required = [template('fullname'), template('email'), template('phone')];
    expect(asksOf(required)).toEqual({ name: true, email: true, phone: true });
    const hidden = template('fullname', { is_display: false });
    const optional = template('phone', { is_require: false });
    expect(asksOf([hidden, template('email'), optional])).toEqual({ name: false, email: true, phone: false });
  });

  it('fills in both addresses, and leaves what it does not know as it was typed', () => {
    const all = { name: true, email: true, phone: true };
    expect(fieldsOfWallet(all, contact)).toEqual({
      fullname: contact.name,
      phone: contact.phone,
      email: contact.email,
      email_confirm: contact.email,
    });
    expect(fieldsOfWallet(all, { name: '', email: '', phone: '' })).toEqual({});
    expect(fieldsOfWallet({ ...all, phone: false }, contact)).not.toHaveProperty('phone');
  });
});
