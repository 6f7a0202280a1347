import './brand-marks.css';
import type { ReactNode } from 'react';
import type { PaymentMethod } from '#src/domain/payment.ts';

const text = (label: string, props: { fill: string; size: number }) => (
  <text x="20" y={13 + props.size * 0.4} textAnchor="middle" fontSize={props.size} fontWeight="800" fill={props.fill}>
    {label}
  </text>
);
const plate = (fill: string, name: ReactNode) => (
  <>
    <rect width="40" height="26" rx="3" fill={fill} />
    {name}
  </>
);

/** Letters of the usual cards, as lines: as text each size would make the browser load a font before it paints the methods. */
const lines = (d: string, props: { stroke: string; width: number; slant?: boolean }) => (
  <path
    d={d}
    fill="none"
    stroke={props.stroke}
    strokeWidth={props.width}
    strokeLinejoin="bevel"
    transform={props.slant ? 'translate(3) skewX(-13)' : undefined}
  />
);

/** Simple drawings of our own, on white in every colour scheme, as buyers know them from their cards. */
const brands: readonly { name: string; named: RegExp; mark: ReactNode }[] = [
  {
    name: 'Visa',
    named: /visa/i,
    mark: lines(
      'M4.6 8.4l3.6 9.2 3.6-9.2M15.2 8.4v9.2M25 10.4c-.7-1.2-1.8-1.8-3.2-1.8-1.7 0-2.9.9-2.9 2.2 0 3.2 6.4 1.5 6.4 4.6 0 1.4-1.3 2.3-3.2 2.3-1.6 0-2.9-.7-3.6-2M28 17.6l3.7-9.2 3.7 9.2M29.2 14.8h5',
      { stroke: '#1434cb', width: 2.4, slant: true },
    ),
  },
  {
    name: 'Mastercard',
    named: /master ?card/i,
    mark: (
      <>
        <circle cx="15.5" cy="13" r="7.5" fill="#eb001b" />
        <circle cx="24.5" cy="13" r="7.5" fill="#f79e1b" />
        <path d="M20 7a7.5 7.5 0 0 1 0 12a7.5 7.5 0 0 1 0-12" fill="#ff5f00" />
      </>
    ),
  },
  {
    name: 'JCB',
    named: /\bjcb\b/i,
    mark: (
      <>
        <path d="M7 6a3 3 0 0 1 3-3h5v17a3 3 0 0 1-3 3H7z" fill="#0e4c96" />
        <path d="M16 6a3 3 0 0 1 3-3h5v17a3 3 0 0 1-3 3h-5z" fill="#c8102e" />
        <path d="M25 6a3 3 0 0 1 3-3h5v17a3 3 0 0 1-3 3h-5z" fill="#00843d" />
        {lines(
          'M12.6 10.4v3.6a1.6 1.6 0 0 1-3.2 0M22 11.6a2.3 2.3 0 1 0 0 2.8M27.4 10.4v5.2h1.7a1.35 1.35 0 0 0 0-2.7h-1.7 1.5a1.25 1.25 0 0 0 0-2.5z',
          { stroke: '#fff', width: 1.3 },
        )}
      </>
    ),
  },
  {
    name: 'American Express',
    named: /american express|\bamex\b/i,
    mark: plate(
      '#016fd0',
      lines(
        'M4.4 17.4l3.4-8.6 3.4 8.6M5.6 14.6h4.4M13.6 17.4V9.6l3.4 4.8 3.4-4.8v7.8M29 9.4h-5.2v7.2H29M23.8 13h4.6M30.8 8.8l5.4 8.6M36.2 8.8l-5.4 8.6',
        { stroke: '#fff', width: 1.9 },
      ),
    ),
  },
  { name: 'Diners Club', named: /diners/i, mark: text('Diners', { fill: '#004a97', size: 10 }) },
  { name: 'Discover', named: /discover/i, mark: text('Discover', { fill: '#d35400', size: 8.5 }) },
  {
    name: 'UnionPay',
    named: /union ?pay|[銀银][聯联]/i,
    mark: plate('#00707f', text('UnionPay', { fill: '#fff', size: 8 })),
  },
  { name: 'PayPay', named: /paypay/i, mark: plate('#e60023', text('PayPay', { fill: '#fff', size: 10 })) },
  { name: 'Alipay', named: /alipay|支付[宝寶]/i, mark: plate('#1677ff', text('Alipay', { fill: '#fff', size: 10 })) },
];

/** The official spelling of a provider's brand; of others the provider's own. */
export const brandNamed = (brand: string): string => brands.find(({ named }) => named.test(brand))?.name ?? brand;

/** The marks of the brands that a method's texts name. `isRead`: the note is on the screen, so the marks repeat it. */
export function BrandMarks({ name, note, isRead }: Pick<PaymentMethod, 'name' | 'note'> & { isRead: boolean }) {
  const found = brands.filter(({ named }) => named.test(`${name} ${note}`));
  if (found.length === 0) return null;
  const spoken = isRead
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': found.map((brand) => brand.name).join(', ') };
  return (
    <span className="brand-marks" {...spoken} translate="no">
      {found.map((brand) => (
        <svg key={brand.name} viewBox="0 0 40 26" width="40" height="26" aria-hidden="true">
          {brand.mark}
        </svg>
      ))}
    </span>
  );
}
