export type Spot = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Box = Spot & Size;
export type Packed = Size & { readonly spots: readonly Spot[] };

const maxColumns = 6;

/** Stacks sizes in so many columns of about equal height, in sequence. */
const inColumns = (sizes: readonly Size[], columns: number, gap: number, minHeight: number): Packed => {
  const total = sizes.reduce((sum, { height }) => sum + height + gap, -gap);
  const highest = Math.max(minHeight, total / columns, ...sizes.map(({ height }) => height));
  const spots: Spot[] = [];
  let [x, y, wide, width, height] = [0, 0, 0, 0, 0];
  for (const size of sizes) {
    if (y > 0 && y + size.height > highest + gap) [x, y, wide] = [x + wide + gap, 0, 0];
    spots.push({ x, y });
    wide = Math.max(wide, size.width);
    width = Math.max(width, x + size.width);
    height = Math.max(height, y + size.height);
    y += size.height + gap;
  }
  return { width, height, spots };
};

/** Places the first size at the left top, and the others beside or below it, so that all is as large as possible in the pane. */
export const pack = ([main, ...others]: readonly Size[], pane: Size, gap: number): Packed => {
  if (!main) return { width: 0, height: 0, spots: [] };
  if (others.length === 0) return { ...main, spots: [{ x: 0, y: 0 }] };
  const small = gap * 0.6;
  const counts = Array.from({ length: maxColumns }, (_, index) => index + 1);
  const layouts = counts.flatMap((columns): Packed[] => {
    const right = inColumns(others, columns, small, columns === 1 ? 0 : main.height);
    const below = inColumns(others, columns, small, 0);
    const shift = (spots: readonly Spot[], x: number, y: number) => [
      { x: 0, y: 0 },
      ...spots.map((spot) => ({ x: spot.x + x, y: spot.y + y })),
    ];
    return [
      {
        width: main.width + gap + right.width,
        height: Math.max(main.height, right.height),
        spots: shift(right.spots, main.width + gap, 0),
      },
      {
        width: Math.max(main.width, below.width),
        height: main.height + gap + below.height,
        spots: shift(below.spots, 0, main.height + gap),
      },
    ];
  });
  const scale = ({ width, height }: Size) => Math.min(pane.width / width, pane.height / height);
  const [best] = layouts.toSorted((a, b) => scale(b) - scale(a));
  return best ?? { ...main, spots: [] };
};
