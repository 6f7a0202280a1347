import type { ReactNode } from 'react';

export type StripProps = {
  tone?: 'plain' | 'warn';
  /** Accessible name of the strip's region. */
  label: string;
  children: ReactNode;
  actions?: ReactNode;
};

/** A line across the page: demo shop, connection lost, the end of a hold. */
export function Strip({ tone = 'plain', label, children, actions }: StripProps) {
  return (
    <section className={`strip ${tone}`} aria-label={label}>
      <div className="inner">
        <p>{children}</p>
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </section>
  );
}
