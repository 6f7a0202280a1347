import type { ReactNode } from 'react';

/** The place of a site's picture on the order page; it never moves what stands below. */
export function ArtworkFrame({ children }: { children: ReactNode }) {
  return <div className="artwork-frame">{children}</div>;
}
