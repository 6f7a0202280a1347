import type { ReactNode, Ref } from 'react';

export type ScreenTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  ref?: Ref<HTMLHeadingElement> | undefined;
};

/** The step's heading; takes the focus when the step comes (`ref`). */
export function ScreenTitle({ children, lead, ref }: ScreenTitleProps) {
  return (
    <div className="screen-title">
      <h1 tabIndex={-1} ref={ref}>
        {children}
      </h1>
      {lead ? <p className="lead">{lead}</p> : null}
    </div>
  );
}
