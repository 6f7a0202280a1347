import type { ReactNode } from 'react';

export type SummaryRow = {
  key: string;
  term: ReactNode;
  detail: ReactNode;
  /** E.g. a link to change it. */
  action?: ReactNode;
};

export type SummaryListProps = {
  rows: readonly SummaryRow[];
  /** The total, as a larger last row. */
  total?: { term: ReactNode; detail: ReactNode };
};

export function SummaryList({ rows, total }: SummaryListProps) {
  return (
    <dl className="summary">
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{row.term}</dt>
          <dd>{row.detail}</dd>
          {row.action ? <dd className="action">{row.action}</dd> : null}
        </div>
      ))}
      {total ? (
        <div className="sum">
          <dt>{total.term}</dt>
          <dd>{total.detail}</dd>
        </div>
      ) : null}
    </dl>
  );
}
