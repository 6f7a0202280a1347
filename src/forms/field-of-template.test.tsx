import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type CustomerField, customerFields, type FieldTemplate } from '#src/domain/customer.ts';
import { fieldErrorsOf } from '#src/domain/customer-check.ts';
import { htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { optionLists } from '#src/domain/option-lists.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { FieldOfTemplate } from './field-of-template.tsx';
import { useForm } from './use-form.ts';

const nothing = () => undefined;

function Demo({ template }: { template: FieldTemplate }) {
  const form = useForm({
    name: 'demo',
    blank: { [template.field_name]: '' },
    known: null,
    judge: (typed) => fieldErrorsOf([template], typed),
    onDraft: nothing,
    onSubmit: nothing,
  });
  return <FieldOfTemplate template={template} form={form} dataOf={() => ({})} />;
}

const show = async (field_name: CustomerField, list: OptionListName | null, lang: Lang = 'en') => {
  const { messages } = await import(`../../locales/${lang}/messages.json?lingui`);
  i18n.loadAndActivate({ locale: htmlLang[lang], messages });
  render(
    <I18nProvider i18n={i18n}>
      <Demo template={{ field_name, is_display: true, is_require: true, list }} />
    </I18nProvider>,
  );
};
const options = () =>
  screen
    .getAllByRole<HTMLOptionElement>('option')
    .filter(({ value }) => value !== '')
    .map(({ value, text }) => ({ value, text }));

it.each([
  ['fullname', null, 'textbox', 'Full name'],
  ['age', 'age_bands', 'combobox', 'Age group'],
] as const)('the required field %s shows it in words, and says it once', async (field, list, role, name) => {
  await show(field, list);
  expect(screen.getByRole<HTMLInputElement | HTMLSelectElement>(role, { name }).required).toBe(true);
  expect(screen.getByText('Required').checkVisibility()).toBe(true);
});

describe('a field follows the list of its template', () => {
  it.each(['age_bands', 'age_bands_fine', 'residence_areas', 'prefectures'] as const)(
    '%s: folded, in the order of the list',
    async (list) => {
      await show('age', list);
      expect(options().map(({ value }) => value)).toEqual(optionLists[list]);
      expect(screen.queryByRole('radio')).toBeNull();
    },
  );

  const lists = langs.map((lang) => ['countries', lang] as const);
  it.each([...lists, ['asia', 'en'] as const])(
    '%s in %s: Japan first, the others last, the rest by name',
    async (list, lang) => {
      await show('resident_area', list, lang);
      const [first, ...later] = options();
      const last = later.pop();
      const japan = new Intl.DisplayNames(htmlLang[lang], { type: 'region' }).of('JP');
      expect(first).toEqual({ value: 'JP', text: japan });
      expect(last).toEqual({ value: 'others', text: i18n._('country_others') });
      const names = later.map(({ text }) => text);
      expect(names).toEqual(names.toSorted(new Intl.Collator(htmlLang[lang]).compare));
      // no name is a country's code, as where the engine knows none; two short names look like one
      expect(names.filter((name) => /^[A-Z]{2}$/.test(name) && !['US', 'UK'].includes(name))).toEqual([]);
      expect(options()).toHaveLength(optionLists[list].length);
    },
  );

  it.each(customerFields.filter((field) => field !== 'email' && field !== 'mail_magazine'))(
    '%s without a list is typed, with a list is chosen',
    async (field) => {
      await show(field, null);
      expect(screen.getByRole('textbox')).toBeDefined();
      cleanup();
      await show(field, 'prefectures');
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(screen.getByRole('combobox').getAttribute('autocomplete')).toBe('address-level1');
    },
  );
});
