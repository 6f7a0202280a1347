/** Shows after 300 ms only; the words say what is waited for. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      <span className="ring" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
