import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CustomerField, customerFields, type FieldTemplate } from '#src/domain/customer.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { forgetForms } from '#src/forms/memory.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

const saving = 'app/purchase/putCustomer';
const lists: Partial<Record<CustomerField, OptionListName>> = {
  gender: 'genders_two',
  age: 'age_bands_fine',
  resident_area: 'prefectures',
};
const needed: CustomerField[] = ['fullname', 'email', 'phone'];

/** A site that shows every customer field. */
const shop = () => {
  const fieldTemplates = customerFields.map(
    (field_name): FieldTemplate => ({
      field_name,
      is_display: true,
      is_require: needed.includes(field_name),
      list: lists[field_name] ?? null,
    }),
  );
  const simulated = simulateShop({ catalogue: { fieldTemplates } });
  simulated.toSignIn();
  return { ...simulated, ...simulated.show(SignInScreen) };
};
const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const fill = async (typed: Record<string, string>) => {
  for (const [name, text] of Object.entries(typed)) {
    await userEvent.click(field(name));
    await userEvent.paste(text);
  }
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const mail = { email: 'hanako@example.jp', email_confirm: 'hanako@example.jp' };

beforeEach(forgetForms);

describe('input of the customer form', () => {
  it('is listed when invalid, in form order, with a link to each field', async () => {
    const { waiting } = shop();
    const phone =
      'Phone number: enter 9 to 12 digits. From abroad: add the country code if there are fewer, leave it out if there are more';
    await fill({ fullname: 'あ'.repeat(61), email: mail.email, email_confirm: 'hanako@example.com', phone: '0312' });
    await fill({ address: 'x'.repeat(201) });
    await send();
    expect(waiting()).not.toContain(saving);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(links().slice(0, 4)).toEqual([
      'Full name: up to 60 characters',
      'The two email addresses are not the same.',
      phone,
      'Address: up to 200 characters',
    ]);
    expect(field('phone').getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('link', { name: phone }));
    expect(document.activeElement).toBe(field('phone'));
    await userEvent.keyboard('34567');
    expect(links()).not.toContain(phone);
    await userEvent.click(screen.getByRole('link', { name: 'The two email addresses are not the same.' }));
    expect(document.activeElement).toBe(field('email_confirm'));
  });

  it('omits optional empty fields', async () => {
    const { input } = shop();
    await fill({ fullname: 'Hanako', ...mail, phone: '09012345678', address: '   ' });
    await send();
    expect(input(saving)).toMatchObject({ customer: { address: '', gender: '', resident_area: '' } });
  });
});
