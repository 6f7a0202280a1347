import { type ReactNode, useEffect, useRef } from 'react';

/**
 * What stands at the bottom of the window, over the page. Its height is told to the style sheet as `--bottom`, so that it
 * covers neither the total nor what has the focus, and the page's end can be scrolled into sight.
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
