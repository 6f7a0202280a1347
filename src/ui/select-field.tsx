import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { Icon } from './icon.tsx';

export type SelectOption = { value: string; text: string };

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
    name: string;
    value: string;
    options: readonly SelectOption[];
    onChange: (value: string) => void;
  };

export function SelectField({ label, hint, error, mark, id, options, onChange, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <span className="select">
          <select {...rest} {...wiring} className="input" onChange={(event) => onChange(event.target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}
