/** A thin moving line on top of the page while requests are pending; it waits 300 ms before it shows. */
export function LoadingBar({ active, label }: { active: boolean; label: string }) {
  return <div className="loading-bar">{active ? <div role="progressbar" aria-label={label} /> : null}</div>;
}
