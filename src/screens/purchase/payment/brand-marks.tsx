import './brand-marks.css';
import type { ReactNode } from 'react';
import type { PaymentMethod } from '#src/domain/payment.ts';

type Brand = { name: string; named: RegExp; mark: ReactNode };

const text = (label: string, props: { fill: string; size?: number; x?: number; italic?: boolean }) => (
  <text
    x={props.x ?? 20}
    y={13 + (props.size ?? 11) * 0.4}
    textAnchor="middle"
    fontSize={props.size ?? 11}
    fontWeight="800"
    fontStyle={props.italic ? 'italic' : undefined}
    fill={props.fill}
  >
    {label}
  </text>
);
const plate = (fill: string, label: string, size?: number) => (
  <>
    <rect width="40" height="26" rx="3" fill={fill} />
    {text(label, { fill: '#fff', ...(size ? { size } : {}) })}
  </>
);

/** Simple drawings of our own, on white in every colour scheme, as buyers know them from their cards. */
const brands: readonly Brand[] = [
  { name: 'Visa', named: /visa/i, mark: text('VISA', { fill: '#1434cb', size: 13, italic: true }) },
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
        {text('J', { fill: '#fff', size: 7, x: 11 })}
        {text('C', { fill: '#fff', size: 7, x: 20 })}
        {text('B', { fill: '#fff', size: 7, x: 29 })}
      </>
    ),
  },
  { name: 'American Express', named: /american express|\bamex\b/i, mark: plate('#016fd0', 'AMEX') },
  { name: 'Diners Club', named: /diners/i, mark: text('Diners', { fill: '#004a97', size: 10 }) },
  { name: 'Discover', named: /discover/i, mark: text('Discover', { fill: '#d35400', size: 8.5 }) },
  { name: 'UnionPay', named: /union ?pay|[銀银][聯联]/i, mark: plate('#00707f', 'UnionPay', 8) },
  { name: 'PayPay', named: /paypay/i, mark: plate('#e60023', 'PayPay', 10) },
  { name: 'Alipay', named: /alipay|支付[宝寶]/i, mark: plate('#1677ff', 'Alipay', 10) },
];

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
