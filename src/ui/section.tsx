import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type SectionProps = {
  id?: string;
  title?: ReactNode;
  level?: 2 | 3;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A question or topic of a screen. `aside`: a small link or word at the end of the heading's line. */
export function Section({ id, title, level = 2, aside, className, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={id} className={classNames('section', className)}>
      {title ? (
        <div className="section-head">
          <Heading className="section-title">{title}</Heading>
          {aside ? <div className="section-aside">{aside}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
