import type { ReactNode } from 'react';
import { unbroken } from '#src/ui/use-texts.ts';
import { useVisit } from './visit.ts';

/** A visit as text: the day, and below it the entry time by the venue's clock. */
export function VisitText({ visit }: { visit: Parameters<ReturnType<typeof useVisit>>[0] }): ReactNode {
  const { date, time, zone } = useVisit()(visit);
  return (
    <>
      <p>{unbroken(date)}</p>
      {time ? (
        <p>
          <span>{unbroken(time)}</span> {zone ? <span className="fine">{zone}</span> : null}
        </p>
      ) : null}
    </>
  );
}
