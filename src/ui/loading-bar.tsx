/** A thin moving line at the top of the page while requests are pending; it appears after 300 ms. */
export function LoadingBar({ active, label }: { active: boolean; label: string }) {
  return <div className="loading-bar">{active ? <div role="progressbar" aria-label={label} /> : null}</div>;
}
