import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

export type TextAreaFieldProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
    name: string;
    value: string;
    onChange: (value: string) => void;
  };

export function TextAreaField({ label, hint, error, mark, id, onChange, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <textarea rows={4} {...rest} {...wiring} className="input" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
