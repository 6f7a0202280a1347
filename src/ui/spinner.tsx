/** Appears after 300 ms; the label names what is loading. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      <span className="ring" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
