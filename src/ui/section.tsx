import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type SectionProps = {
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A question or topic of a screen. `aside`: a small link or word at the end of the heading's line. */
export function Section({ id, title, aside, className, children }: SectionProps) {
  return (
    <section id={id} className={classNames('section', className)}>
      {title ? (
        <div className="section-head">
          <h2 className="section-title">{title}</h2>
          {aside ? <div className="section-aside">{aside}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
