import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function CheckboxField({ label, hint, error, id, checked, onChange, ...rest }: CheckboxFieldProps) {
  const own = useId();
  const control = id ?? own;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className="tick-field" data-invalid={error ? true : undefined}>
      <label className="tick">
        <input
          {...rest}
          type="checkbox"
          id={control}
          checked={checked}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p className="hint" id={`${control}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
    </div>
  );
}
