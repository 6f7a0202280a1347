const paths = {
  check: 'M4 10.5 8 14.5 16 5.5',
  cross: 'M5 5 15 15M15 5 5 15',
  minus: 'M4.5 10h11',
  plus: 'M4.5 10h11M10 4.5v11',
  left: 'M12.5 4 6.5 10l6 6',
  right: 'M7.5 4l6 6-6 6',
  down: 'M4 7.5l6 6 6-6',
  globe:
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.5c2.2 2 3.2 4.6 3.2 7.5s-1 5.5-3.2 7.5C7.8 15.5 6.8 12.9 6.8 10S7.8 4.5 10 2.5Z',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 9v5M10 6v.5',
  warn: 'M10 3 18 17H2ZM10 8v4.5M10 14.3v.5',
  error: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 6v5M10 13.5v.5',
  calendar: 'M3.5 5h13v11.5h-13ZM3.5 8.5h13M7 3v3.5M13 3v3.5',
  share: 'M10 12.5V3M6.5 6 10 2.5 13.5 6M5 9.5H4v8h12v-8h-1',
  mail: 'M2.5 5h15v10.5h-15ZM2.5 5.5 10 11l7.5-5.5',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.5 1.5M14.5 14.5 16 16M4 16l1.5-1.5M14.5 5.5 16 4',
  paper: 'M4.5 2.5h11v15l-2.75-2-2.75 2-2.75-2-2.75 2ZM7.5 6.5h5M7.5 10h5',
  print: 'M5.5 7V2.5h9V7M5.5 14h-3V7h15v7h-3M5.5 11.5h9v6h-9Z',
} as const;

export type IconName = keyof typeof paths;

/** A 20 px line drawing; decorative, because the text beside it has the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
