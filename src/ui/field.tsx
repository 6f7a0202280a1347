import { type ReactNode, useId } from 'react';

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** Error text; if present, the field is marked invalid. */
  error?: ReactNode;
  /** The word "required" or "optional". */
  mark?: ReactNode;
};

export type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = FieldTexts & {
  /** The control says by itself that it is required, so that the mark is for the eyes only. */
  required?: boolean | undefined;
  id?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
};

/** Label, hint and error of one control, linked by ids. */
export function Field({ label, hint, error, mark, required, id, children }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={control}>
        <span>{label}</span>
        {mark ? (
          <span className="mark" aria-hidden={required || undefined}>
            {mark}
          </span>
        ) : null}
      </label>
      {hint ? (
        <p className="hint" id={`${control}-hint`}>
          {hint}
        </p>
      ) : null}
      {children({ id: control, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      {children}
    </p>
  );
}
