/** A drawing in a window that scrolls, and is zoomed by buttons and keys. */
export type Pan = {
  /** Fits the whole drawing into the window. */
  showAll: () => void;
  zoom: (factor: number) => void;
  /** Scrolls to a part of the drawing if it is not visible, and zooms it until it is readable. */
  show: (part: SVGElement) => void;
  /** Replaces the drawing. */
  set: (svg: SVGSVGElement) => void;
};

const limits = { min: 0.15, max: 4, readable: 0.92, whole: 1.25 };

export const createPan = (canvas: HTMLElement): Pan => {
  canvas.tabIndex = 0;
  let svg: SVGSVGElement | undefined;
  let scale = 1;
  /** Whether the drawing was zoomed since all of it was shown. */
  let isZoomed = false;
  const size = () => svg?.viewBox.baseVal ?? new DOMRect(0, 0, 1, 1);
  const resize = (next: number): void => {
    scale = Math.min(limits.max, Math.max(limits.min, next));
    const { width, height } = size();
    svg?.setAttribute('width', String(Math.floor(width * scale)));
    svg?.setAttribute('height', String(Math.floor(height * scale)));
  };
  const showAll = (): void => {
    isZoomed = false;
    // Without the scroll bars that a larger drawing has.
    const { offsetWidth, offsetHeight } = canvas;
    resize(Math.min(offsetWidth / size().width, offsetHeight / size().height, limits.whole));
  };
  const zoom = (factor: number): void => {
    isZoomed = true;
    // The point in the middle stays there.
    const [x, y] = [canvas.scrollLeft + canvas.clientWidth / 2, canvas.scrollTop + canvas.clientHeight / 2];
    const before = scale;
    resize(scale * factor);
    canvas.scrollTo((x * scale) / before - canvas.clientWidth / 2, (y * scale) / before - canvas.clientHeight / 2);
  };
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoom(1.2);
    else if (event.key === '-') zoom(1 / 1.2);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => isZoomed || showAll()).observe(canvas);

  return {
    showAll,
    zoom,
    show: (part) => {
      if (scale < limits.readable) zoom(limits.readable / scale);
      part.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    set: (drawing) => {
      svg = drawing;
      showAll();
    },
  };
};
