/** The parts of each shape, from top to bottom; each has a style. */
const shapes = {
  order: ['artwork', 'title', 'line', 'card', 'card', 'card'],
  form: ['title', 'line', 'short', 'input', 'short', 'input', 'short', 'input'],
  summary: ['title', 'row', 'row', 'row', 'row', 'input'],
  calendar: ['short', 'month', 'row', 'row', 'row'],
  slots: ['slots'],
  line: ['line'],
  ticket: ['ticket'],
  code: ['code'],
  fields: ['short', 'input', 'short', 'input'],
} as const;

/** `label`: "Loading", for screen readers. */
export type SkeletonProps = { kind: keyof typeof shapes; label: string };

/** A placeholder with the shape and size of the content that is loading. */
export function Skeleton({ kind, label }: SkeletonProps) {
  return (
    <div className="skeleton" aria-busy="true">
      <p className="vh" role="status">
        {label}
      </p>
      {[...shapes[kind].entries()].map(([index, bone]) => (
        <div key={index} className={`bone ${bone}`} />
      ))}
    </div>
  );
}
