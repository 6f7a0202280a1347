type Swell = readonly [x: number, y: number, radius: number, force: number];

const width = 720;
const height = 270;
const swells: readonly Swell[] = [
  [478, 132, 92, 1.9],
  [170, 196, 70, 1.5],
  [664, 232, 54, 1.2],
];
const sun = { x: 478, y: 132, radius: 43 };

/** A line's height at `x`: in a swell the lines draw apart as on a sphere, and nothing shows where it ends. */
const heightAt = (x: number, level: number): number =>
  swells.reduce((y, [cx, cy, radius, force]) => {
    const far = ((x - cx) ** 2 + (level - cy) ** 2) / radius ** 2;
    return y + (level - cy) * force * Math.exp(-far);
  }, level);

const steps = Array.from({ length: width / 6 + 1 }, (_, index) => index * 6);
const isOut = (y: number) => y < 0 || y > height;

/** Drawn only inside the picture, so that it lies over nothing else on the page. */
const line = (level: number): string => {
  const heights = steps.map((x) => heightAt(x, level));
  let path = '';
  let drawing = false;
  heights.forEach((y, index) => {
    const seen = [heights[index - 1], y, heights[index + 1]].some((near) => near !== undefined && !isOut(near));
    if (seen) path += `${drawing ? 'L' : 'M'}${index * 6} ${Math.min(height, Math.max(0, y)).toFixed(1)}`;
    drawing = seen;
  });
  return path;
};

const lines = Array.from({ length: 66 }, (_, index) => line(index * 5.4 - 40)).join('');

/** Level lines that swell where nothing is drawn: the default site's picture. Colours: `--art-*` of the tokens. */
export function Artwork() {
  return (
    <svg className="artwork" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <clipPath id="artwork-sun">
        <circle cx={sun.x} cy={sun.y} r={sun.radius} />
      </clipPath>
      <path d={lines} />
      <circle className="sun" cx={sun.x} cy={sun.y} r={sun.radius} />
      <path className="over" d={lines} clipPath="url(#artwork-sun)" />
    </svg>
  );
}
