/** Appears after 300 ms; the label names what is loading. It is announced in a `role="status"` that was rendered before. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner">
      <span className="ring" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
