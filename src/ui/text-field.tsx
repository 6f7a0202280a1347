import type { ComponentProps, KeyboardEvent } from 'react';
import { Field, type FieldTexts } from './field.tsx';

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    name: string;
    value: string;
    onChange: (value: string) => void;
  };

/** The Enter that ends a composition (Japanese, Korean, Chinese input) must not send the form; Safari says it by 229. */
const holdComposingEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
};

export function TextField({ label, hint, error, mark, id, className, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} id={id} className={className}>
      {(wiring) => (
        <input
          type="text"
          onKeyDown={holdComposingEnter}
          {...rest}
          {...wiring}
          className="input"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
