import type { CustomerField, FieldTemplate } from '#src/domain/customer.ts';
import { suggestMail } from '#src/domain/mail-suggestion.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { Button } from '#src/ui/button.tsx';
import type { DataProps } from '#src/ui/data.ts';
import { CheckboxField, RadioGroup, SelectField, TextAreaField, TextField } from '#src/ui/fields.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { fieldTexts } from './field-texts.ts';
import { useFieldProps } from './use-field-props.ts';
import type { Form } from './use-form.ts';
import { useOptions } from './use-options.ts';

type Kind =
  | { as: 'text' | 'email' | 'tel' | 'long'; autoComplete: string; hint?: MessageId }
  | { as: 'tick'; hint: MessageId };

/** The control of each customer field that is typed; `autoComplete` uses the tokens of the HTML standard. */
const fieldKinds: Record<CustomerField, Kind> = {
  fullname: { as: 'text', autoComplete: 'name' },
  email: { as: 'email', autoComplete: 'email', hint: 'field_email_hint' },
  phone: { as: 'tel', autoComplete: 'tel', hint: 'field_phone_hint' },
  gender: { as: 'text', autoComplete: 'sex' },
  age: { as: 'text', autoComplete: 'off' },
  resident_area: { as: 'text', autoComplete: 'address-level1' },
  address: { as: 'long', autoComplete: 'street-address' },
  questionnaire1: { as: 'text', autoComplete: 'off' },
  questionnaire2: { as: 'text', autoComplete: 'off' },
  questionnaire3: { as: 'text', autoComplete: 'off' },
  mail_magazine: { as: 'tick', hint: 'field_mail_magazine_hint' },
};

/** Autofill tokens of the lists that browsers can fill in. */
const listTokens: Partial<Record<OptionListName, string>> = {
  prefectures: 'address-level1',
  countries: 'country',
  asia: 'country',
};

/** Up to this many options are radio buttons; more become a list. */
const maxRadios = 5;

export type FieldOfTemplateProps = {
  template: FieldTemplate;
  form: Form;
  /** Data attributes of a field's controls, for testers. */
  dataOf: (field: string) => DataProps;
};

/** "Did you mean anna@gmail.com?" below an address that may be mistyped. Using it empties the repetition of the address. */
export function MailSuggestion({ form }: { form: Form }) {
  const { t } = useTexts();
  const address = suggestMail(form.values.email ?? '');
  if (!address) return null;
  const take = () => {
    form.correct({ email: address, ...('email_confirm' in form.values && { email_confirm: '' }) });
    // The pressed control no longer exists.
    document.getElementById(form.idOf('email'))?.focus();
  };
  return (
    <div className="suggestion" role="status">
      <span>{t('mail_suggest', { address })}</span>
      <Button variant="quiet" onClick={take}>
        {t('mail_suggest_use')}
      </Button>
    </div>
  );
}

/**
 * The control of a field template. The mail address has two: its repetition may stay empty, and the address is then shown again
 * above the button.
 */
export function FieldOfTemplate({ template, form, dataOf }: FieldOfTemplateProps) {
  const { t } = useTexts();
  const propsOf = useFieldProps(form);
  const optionsOf = useOptions();
  const { field_name, is_require: required, list } = template;
  const kind = fieldKinds[field_name];
  const mark = t(required ? 'common_required' : 'common_optional');
  const textProps = (field: keyof typeof fieldTexts) => ({
    ...propsOf(field),
    ...dataOf(field),
    label: t(fieldTexts[field]),
    mark,
    required,
  });
  const { name, id, value, error } = propsOf(field_name);

  if (list) {
    const options = optionsOf(list);
    const choose = (value: string) => form.choose(field_name, value);
    return options.length <= maxRadios ? (
      <RadioGroup
        {...{ name, id, value, error, mark }}
        legend={t(fieldTexts[field_name])}
        options={options.map(({ value, text }) => ({ value, label: text, data: dataOf(field_name) }))}
        onChange={choose}
      />
    ) : (
      <SelectField
        {...textProps(field_name)}
        autoComplete={listTokens[list]}
        options={[{ value: '', text: t('common_choose') }, ...options]}
        onChange={choose}
      />
    );
  }
  if (kind.as === 'tick')
    return (
      <CheckboxField
        {...{ name, id, error }}
        {...dataOf(field_name)}
        label={t(fieldTexts[field_name])}
        hint={t(kind.hint)}
        checked={value === 'true'}
        onChange={(checked) => form.choose(field_name, String(checked))}
      />
    );
  const hint = kind.hint && t(kind.hint);
  const { autoComplete } = kind;
  if (kind.as === 'long') return <TextAreaField {...textProps(field_name)} {...{ hint, autoComplete }} rows={2} />;
  if (kind.as === 'text') return <TextField {...textProps(field_name)} {...{ hint, autoComplete }} />;
  const shape = { type: kind.as, inputMode: kind.as, autoComplete, autoCapitalize: 'none', spellCheck: false };
  if (kind.as === 'tel') return <TextField {...textProps(field_name)} {...shape} hint={hint} />;
  return (
    <>
      <TextField {...textProps(field_name)} {...shape} hint={hint} />
      <MailSuggestion form={form} />
      <TextField
        {...textProps('email_confirm')}
        {...shape}
        required={false}
        mark={t('common_optional')}
        hint={t('field_email_confirm_hint')}
      />
    </>
  );
}
