import { type ReactNode, useEffect, useState } from 'react';

/** Debounces a value by `pause` ms, so that a live region announces only the final one. */
const useSettled = (value: string, pause: number): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
};

export type TotalBarProps = {
  label: ReactNode;
  amount: ReactNode;
  /** The sentence for screen readers, announced once the amount stops changing: "Total 7,200 yen". */
  announce: string;
  children?: ReactNode;
};

/** The running total: at the bottom of a phone's screen, in the side column on wider ones. */
export function TotalBar({ label, amount, announce, children }: TotalBarProps) {
  const spoken = useSettled(announce, 800);
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
