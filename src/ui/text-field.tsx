import type { ComponentProps } from 'react';
import { holdComposingEnter } from './composing.ts';
import { Field, type FieldTexts } from './field.tsx';

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    name: string;
    value: string;
    onChange: (value: string) => void;
  };

export function TextField({ label, hint, error, mark, id, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <input
          type="text"
          {...rest}
          {...wiring}
          className="input"
          onKeyDown={(event) => {
            holdComposingEnter(event);
            rest.onKeyDown?.(event);
          }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
