import type { ReactNode } from 'react';

/** The routed view: a new `key` per screen makes it fade in. */
export function Fade({ children }: { children: ReactNode }) {
  return <div className="fade">{children}</div>;
}
