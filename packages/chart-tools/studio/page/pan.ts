/** A drawing that can be moved and zoomed by mouse, touch and keys. */
export type Pan = {
  /** Fits the whole drawing into the window. */
  showAll: () => void;
  /** Fits the drawing again after the window has another size, unless somebody has moved or zoomed it. */
  resize: () => unknown;
  zoom: (factor: number) => void;
  /** Scrolls to a part of the drawing if it is not visible; `box` is in the drawing's units. */
  show: (box: { x: number; y: number; width: number; height: number }) => void;
  /** Replaces the drawing; the numbers are its size. */
  set: (svg: SVGSVGElement, width: number, height: number) => void;
  /** Whether the pointer moved the drawing since it was pressed, so that releasing it is no click. */
  moved: () => boolean;
};

const limits = { least: 0.15, most: 4, readable: 0.92 };
const step = 60;
const margin = 2;

/** The start of a drawing of this length, limited so that it leaves no avoidable empty space. */
const within = (wished: number, length: number, room: number): number => {
  if (length + 2 * margin <= room) return (room - length) / 2;
  return Math.min(margin, Math.max(room - length - margin, wished));
};

export const createPan = (canvas: HTMLElement): Pan => {
  canvas.tabIndex = 0;
  let svg: SVGSVGElement | undefined;
  const size = { width: 1, height: 1 };
  const view = { x: 0, y: 0, scale: 1 };
  const pointers = new Map<number, { x: number; y: number }>();
  let distance = 0;
  /** Whether somebody has moved or zoomed the drawing since all of it was shown. */
  let isMoved = false;
  const middle = (): [number, number] => [canvas.clientWidth / 2, canvas.clientHeight / 2];

  const draw = (glides = false): void => {
    canvas.classList.toggle('glides', glides);
    if (svg) svg.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  };
  const zoomAt = (factor: number, x: number, y: number, glides = false): void => {
    const scale = Math.min(limits.most, Math.max(limits.least, view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    isMoved = true;
    draw(glides);
  };
  const showAll = (): void => {
    isMoved = false;
    const { clientWidth, clientHeight } = canvas;
    const room = { width: clientWidth - 2 * margin, height: clientHeight - 2 * margin };
    view.scale = Math.min(room.width / size.width, room.height / size.height, 1.25);
    view.x = within(0, size.width * view.scale, clientWidth);
    view.y = within(0, size.height * view.scale, clientHeight);
    draw(true);
  };

  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { left, top } = canvas.getBoundingClientRect();
      const delta = event.deltaY * (event.deltaMode === 1 ? 18 : 1);
      zoomAt(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - left, event.clientY - top);
    },
    { passive: false },
  );
  canvas.addEventListener('pointerdown', (event) => {
    if (pointers.size === 0) distance = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    distance += Math.hypot(now.x - before.x, now.y - before.y);
    if (distance > 4 && !canvas.hasPointerCapture(event.pointerId)) canvas.setPointerCapture(event.pointerId);
    canvas.classList.toggle('held', distance > 4);
    view.x += (now.x - before.x) / pointers.size;
    view.y += (now.y - before.y) / pointers.size;
    isMoved ||= distance > 4;
    if (other) {
      const { left, top } = canvas.getBoundingClientRect();
      const apart = (spot: typeof now) => Math.hypot(spot.x - other.x, spot.y - other.y);
      zoomAt(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
    }
    pointers.set(event.pointerId, now);
    draw();
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(type, ({ pointerId }) => {
      pointers.delete(pointerId);
      canvas.classList.remove('held');
    });
  canvas.addEventListener('keydown', (event) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) {
      view.x += move[0];
      view.y += move[1];
      isMoved = true;
      draw(true);
    } else if (event.key === '+' || event.key === '=') zoomAt(1.2, ...middle(), true);
    else if (event.key === '-') zoomAt(1 / 1.2, ...middle(), true);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  });

  return {
    showAll,
    resize: () => isMoved || showAll(),
    zoom: (factor) => zoomAt(factor, ...middle(), true),
    show: ({ x, y, width, height }) => {
      const [left, top] = [view.x + x * view.scale, view.y + y * view.scale];
      const isIn =
        left >= 0 &&
        top >= 0 &&
        left + width * view.scale <= canvas.clientWidth &&
        top + height * view.scale <= canvas.clientHeight;
      if (isIn && view.scale >= limits.readable) return;
      view.scale = Math.max(view.scale, limits.readable);
      const [middleX, middleY] = middle();
      view.x = within(middleX - (x + width / 2) * view.scale, size.width * view.scale, canvas.clientWidth);
      view.y = within(middleY - (y + height / 2) * view.scale, size.height * view.scale, canvas.clientHeight);
      draw(true);
    },
    set: (drawing, width, height) => {
      svg = drawing;
      Object.assign(size, { width, height });
      showAll();
    },
    moved: () => distance > 4,
  };
};
