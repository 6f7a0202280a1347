import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Content at the bottom of the window, over the page. Its height is published as `--bottom`, so that it covers neither the total
 * nor the focused element, and the page can be scrolled to its end.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bottom', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom');
    };
  }, []);
  return (
    <div ref={bar} className="bottom-bar">
      {children}
    </div>
  );
}
