import './receipt.css';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { addresseeOf } from '#src/domain/receipt.ts';
import { isWithin } from '#src/domain/text-length.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { ToTicket } from '#src/screens/links.tsx';
import { Unread } from '#src/screens/no-ticket.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/fields.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

/** Longest name that fits on the sheet. */
const maxLength = 60;

function Body({ actor: reader }: { actor: AppChild<'receipt'> }) {
  const { t } = useTexts();
  // Only in this state: neither stored nor sent (docs/product.md#screen-receipt).
  const [to, setTo] = useState('');
  const snapshot = useSelector(reader, (current) => current);
  const { receipt, failure, token } = snapshot.context;
  const back = <ToTicket token={token} />;
  if (receipt) {
    return (
      <>
        <div className="receipt-tools" data-print="no">
          <TextField
            name="addressee"
            label={t('receipt_addressee')}
            hint={t('receipt_addressee_hint')}
            mark={t('common_optional')}
            error={
              isWithin(to.trim(), maxLength)
                ? undefined
                : t('common_validate_max', { field: t('receipt_addressee'), length: maxLength })
            }
            autoComplete="off"
            value={to}
            onChange={setTo}
          />
          <ButtonRow>
            <Button variant="primary" onClick={() => window.print()}>
              <Icon name="print" />
              <span>{t('receipt_print')}</span>
            </Button>
            {back}
          </ButtonRow>
        </div>
        <ReceiptSheet receipt={receipt} to={addresseeOf(to)} />
      </>
    );
  }
  if (snapshot.hasTag('pending')) return <Skeleton kind="summary" label={t('common_loading')} />;
  if (snapshot.can({ type: 'receipt.again' }))
    return (
      <Unread
        reader={reader}
        again="receipt.again"
        title={t('receipt_unreachable_title')}
        text={t('receipt_unreachable_text')}
      />
    );
  const isMoved = failure?.code === 'cannot_change_ticket';
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={t('receipt_refused_title')}
      actions={back}
      text={t(isMoved ? 'receipt_refused_moved' : 'receipt_refused_link')}
    />
  );
}

/** The receipt of the buyer's ticket, to be printed or saved as a PDF. */
export const ReceiptScreen = () => <ChildScreen id="receipt" titleId="receipt_title" body={Body} />;
