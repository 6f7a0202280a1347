import type { ReactNode } from 'react';

/** The routed view: give it a new `key` per screen and it fades in. */
export function Fade({ children }: { children: ReactNode }) {
  return <div className="fade">{children}</div>;
}
