import { encode } from 'uqr';

/** In: text. Out: one path of its dark modules, a unit each, and the side length with the quiet zone of four. */
const draw = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4, boostEcc: false });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
};

export type QrProps = {
  text: string;
  label: string;
  /** CSS pixels it may take in width; every unit of it is a whole number of them, four at least. */
  room?: number;
};

/** A code that scanners read in any colour scheme: black on white, whole units, quiet zone included. */
export function Qr({ text, label, room = 240 }: QrProps) {
  const { path, size } = draw(text);
  const side = size * Math.max(4, Math.floor(room / size));
  return (
    <svg
      className="qr"
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
