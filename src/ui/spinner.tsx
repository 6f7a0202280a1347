/** Appears after 300 ms; the label names what is loading. Put it into a `role="status"` that is there before, to be spoken. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner">
      <span className="ring" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
