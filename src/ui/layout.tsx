import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ScreenTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  /** Shown above the heading, read after it. */
  picture?: ReactNode;
};

/** The screen's heading; receives the focus when the screen appears. */
export function ScreenTitle({ children, lead, picture }: ScreenTitleProps) {
  return (
    <div className="screen-title">
      <h1 tabIndex={-1}>{children}</h1>
      {lead && <p className="lead">{lead}</p>}
      {picture}
    </div>
  );
}

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

/** Choices on the left and the summary beside them from 960 px; one column on a phone, with the total bar at the bottom. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="columns">
      <div className="column">{children}</div>
      <div className="aside">{aside}</div>
    </div>
  );
}
