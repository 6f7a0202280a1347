import { describe, expect, it } from 'vitest';
import type { FieldTemplate } from '#src/domain/customer.ts';
import { asksOf, fieldsOfWallet } from './wallet-fields.ts';

const template = (field_name: FieldTemplate['field_name'], is_require = true, is_display = true): FieldTemplate => ({
  ...{ field_name, is_require, is_display },
  list: null,
});
const contact = { name: 'Hanako', email: 'hanako@example.com', phone: '+81 90-1234-5678' };

describe('a wallet', () => {
  it('is asked for what the site shows, and for a telephone number only where the site requires it', () => {
    expect(asksOf([template('fullname'), template('email'), template('phone')])).toEqual({
      ...{ name: true, email: true, phone: true },
    });
    expect(asksOf([template('fullname', true, false), template('email'), template('phone', false)])).toEqual({
      ...{ name: false, email: true, phone: false },
    });
  });

  it('fills in both addresses, and leaves what it does not know as it was typed', () => {
    const all = { name: true, email: true, phone: true };
    expect(fieldsOfWallet(all, contact)).toEqual({
      ...{ fullname: 'Hanako', phone: '+81 90-1234-5678' },
      ...{ email: 'hanako@example.com', email_confirm: 'hanako@example.com' },
    });
    expect(fieldsOfWallet(all, { name: '', email: '', phone: '' })).toEqual({});
    expect(fieldsOfWallet({ ...all, phone: false }, contact)).not.toHaveProperty('phone');
  });
});
