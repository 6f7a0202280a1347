import { type ReactNode, useEffect, useState } from 'react';

export type TotalBarProps = {
  label: ReactNode;
  amount: ReactNode;
  /** The sentence for screen readers, announced once it has not changed for 0.8 s: "Total 7,200 yen". */
  announce: string;
  children?: ReactNode;
};

/** The running total: at the bottom of a phone's screen, in the side column on wider ones. */
export function TotalBar({ label, amount, announce, children }: TotalBarProps) {
  const [spoken, setSpoken] = useState(announce);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(announce), 800);
    return () => clearTimeout(timer);
  }, [announce]);
  return (
    <div className="total-bar">
      <div className="total">
        <p className="label">{label}</p>
        {amount ? <p className="amount">{amount}</p> : null}
      </div>
      {children}
      <p className="vh" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
