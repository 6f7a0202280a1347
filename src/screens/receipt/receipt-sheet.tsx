import { plainDay, venueDay } from '#src/domain/dates.ts';
import { langOfName } from '#src/domain/lang.ts';
import { isCard } from '#src/domain/payment.ts';
import { addresseeKind, type Receipt } from '#src/domain/receipt.ts';
import { useLocale, useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

function Lines({ lines, changes, total }: Pick<Receipt, 'lines' | 'changes' | 'total'>) {
  const { t, price } = useTexts();
  const locale = useLocale();
  return (
    <table>
      <caption className="vh">{t('receipt_lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('receipt_item')}</th>
          <th scope="col">{t('receipt_amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, name, quantity, price: unitPrice, amount }) => (
          <tr key={`${kind} ${name} ${unitPrice}`}>
            <td>
              <span>{name}</span>
              {kind === 'coupon' ? null : (
                <span className="fine">
                  {unbroken(t('receipt_times', { price: price(unitPrice), count: quantity }))}
                </span>
              )}
            </td>
            <td>{unbroken(price(amount))}</td>
          </tr>
        ))}
        {changes.map(({ date, amount, payment_method: method, payment_method_name: name }) => (
          <tr key={date}>
            <td>
              <span>{unbroken(t('receipt_change', { date: plainDay(date, locale) }))}</span>
              <span className="fine">{isCard(method) ? t('receipt_by_card') : name}</span>
            </td>
            <td>{unbroken(price(amount))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('receipt_total')}</th>
          <td>{unbroken(price(total))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Refunds({ refunds, total }: Pick<Receipt, 'refunds' | 'total'>) {
  const { t, price } = useTexts();
  const locale = useLocale();
  if (refunds.length === 0) return null;
  const remaining = refunds.reduce((rest, { amount }) => rest - amount, total);
  return (
    <table>
      <caption className="vh">{t('receipt_refunds')}</caption>
      <tbody>
        {refunds.map(({ date, amount, rate, tax }) => (
          <tr key={date}>
            <td>
              <span>{unbroken(t('receipt_refund', { date: plainDay(date, locale) }))}</span>
              <span className="fine">{unbroken(t('receipt_rate', { rate, amount: price(amount) }))}</span>
              <span className="fine">{unbroken(t('receipt_tax', { tax: price(tax) }))}</span>
            </td>
            <td>{unbroken(price(-amount))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('receipt_left')}</th>
          <td>{unbroken(price(remaining))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { t } = useTexts();
  const { sale_type, reservation_from, reservation_to, payment_method: method, payment_method_name: name } = receipt;
  const isOneDay = venueDay(reservation_from) === venueDay(reservation_to);
  // servers of earlier releases do not say how it was sold; only a period has several days
  const { date, time } = useVisit()({ ...receipt, sale_type: isOneDay ? (sale_type ?? 'date') : 'period' });
  return (
    <dl className="facts">
      <div>
        <dt>{t('receipt_for')}</dt>
        <dd>{t('receipt_for_tickets', { product: receipt.product_name })}</dd>
      </div>
      <div>
        <dt>{t(receipt.sale_type === 'period' ? 'ticket_valid' : 'receipt_visit')}</dt>
        <dd>{unbroken(time === null ? date : t('order_visit', { date, time }))}</dd>
      </div>
      <div>
        <dt>{t('ticket_number')}</dt>
        <dd translate="no">{receipt.reservation_number}</dd>
      </div>
      <div>
        <dt>{t('receipt_paid_by')}</dt>
        <dd>{isCard(method) ? t('receipt_by_card') : name}</dd>
      </div>
    </dl>
  );
}

function Issuer({ issuer }: Pick<Receipt, 'issuer'>) {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { src, height } = site.logo.print;
  return (
    <address className="issuer">
      <img src={src} alt={site.title[lang]} style={{ blockSize: height }} />
      <p className="name" lang={langOfName(issuer.name, lang)}>
        {issuer.name}
      </p>
      {issuer.invoice_number ? (
        <p>
          <span>{t('receipt_registration')}</span> <span translate="no">{issuer.invoice_number}</span>
        </p>
      ) : null}
      <p translate="no">{[issuer.contact_phone, issuer.contact_mail].filter(Boolean).join(' / ')}</p>
    </address>
  );
}

/** The printed receipt, a simplified qualified invoice on one page (docs/payments.md#receipt-contents). `to`: the name. */
export function ReceiptSheet({ receipt, to }: { receipt: Receipt; to: string }) {
  const { t, price } = useTexts();
  const locale = useLocale();
  return (
    <article className="receipt">
      <header>
        <h2>{t('receipt_title')}</h2>
        <p className="numbers">
          <span>{t('receipt_number', { number: receipt.number })}</span>
          <span>{unbroken(t('receipt_date', { date: plainDay(receipt.date, locale) }))}</span>
        </p>
      </header>
      <p className={to === '' ? 'to blank' : 'to'}>{t('receipt_to', { name: to, kind: addresseeKind(to) })}</p>
      <p className="total">
        <span>{unbroken(price(receipt.total))}</span>
        <span className="fine">{t('receipt_tax_included')}</span>
      </p>
      <Facts receipt={receipt} />
      <Lines lines={receipt.lines} changes={receipt.changes} total={receipt.total} />
      <ul className="taxes">
        {receipt.taxes.map(({ rate, amount, tax }) => (
          <li key={rate}>
            <span>{unbroken(t('receipt_rate', { rate, amount: price(amount) }))}</span>
            <span>{unbroken(t('receipt_tax', { tax: price(tax) }))}</span>
          </li>
        ))}
      </ul>
      <p className="received">{t('receipt_received')}</p>
      <Refunds refunds={receipt.refunds} total={receipt.total} />
      <Issuer issuer={receipt.issuer} />
    </article>
  );
}
