import { encode } from 'uqr';

export type QrProps = {
  text: string;
  label: string;
  /** Available width in CSS pixels; each module takes a whole number of them, at least four. */
  room: number;
};

/** A QR code that scanners can read in every colour scheme: black on white, whole pixels, with quiet zone. */
export function Qr({ text, label, room }: QrProps) {
  // `size` and `data` include the quiet zone, the border of four modules
  const { data, size } = encode(text, { ecc: 'M', border: 4, boostEcc: false });
  const darkModules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
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
      <path fill="#000" d={darkModules} />
    </svg>
  );
}
