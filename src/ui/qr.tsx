import { encode } from 'uqr';

/** A path with all dark modules, one unit each, and the side length including the quiet zone of four modules. */
const draw = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4, boostEcc: false });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
};

export type QrProps = {
  text: string;
  label: string;
  /** Available width in CSS pixels; each module takes a whole number of them, at least four. */
  room?: number;
};

/** A QR code that scanners can read in every colour scheme: black on white, whole pixels, with quiet zone. */
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
