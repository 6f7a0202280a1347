import type { ReactNode } from 'react';

export type BadgeProps = { tone?: 'plain' | 'info' | 'ok' | 'warn' | 'danger'; children: ReactNode };

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
