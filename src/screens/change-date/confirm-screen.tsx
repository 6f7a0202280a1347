import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useEffect, useMemo } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { isCard } from '#src/domain/payment.ts';
import { startFingerprint } from '#src/payments/payment-session.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, primaryProps, submitProps } from '#src/screens/control.ts';
import { MethodCards } from '#src/screens/purchase/payment/method-cards.tsx';
import { offerOf, shownMethod } from '#src/screens/purchase/payment/offer.ts';
import { PaymentError } from '#src/screens/purchase/payment/payment-error.tsx';
import { LookUp } from '#src/screens/purchase/payment-callback/payment-callback-screen.tsx';
import { useCatalogue, useShop } from '#src/screens/shop.ts';
import { useTicketRows } from '#src/screens/ticket/about-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { useVenueClock, VisitText } from '#src/screens/visit.tsx';
import { VisitBar } from '#src/screens/visit-bar.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { holdComposingEnter } from '#src/ui/composing.ts';
import { Columns, Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Id of the form, whose button is beside it. */
const paymentForm = 'change-payment';

/** How what the change costs is paid, with the form of the chosen method, and until when the new seats are held. */
function ChangePayment({ change }: { change: AppChild<'changedate'> }) {
  const { t } = useTexts();
  const { site } = useShop();
  const { methods } = useCatalogue();
  const clockOf = useVenueClock();
  const { placed, method: chosen, failure } = useSelector(change, (snapshot) => snapshot.context);
  const { price = 0, seconds_left = 0 } = placed?.order ?? {};
  const offer = useMemo(() => offerOf(methods, site.methods, price), [methods, site.methods, price]);
  useEffect(startFingerprint, []);
  const method = shownMethod(offer.offered, chosen);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.send({ type: 'payment.submit', method });
  };
  return (
    <form id={paymentForm} aria-label={t('payment_title')} noValidate onSubmit={submit} onKeyDown={holdComposingEnter}>
      {placed ? <p>{unbroken(t('hold_until', { time: clockOf(placed.at + seconds_left * 1000) }))}</p> : null}
      <MethodCards
        payment={change}
        method={method}
        amount={price}
        error={<PaymentError declined={methods.find(({ id }) => id === chosen)} failure={failure} />}
        wallets={null}
        hasCoupon={false}
        {...offer}
      />
      {isCard(method) ? (
        <p className="fine">
          {t('payment_secure')} {t('payment_identity_check')}
        </p>
      ) : null}
    </form>
  );
}

function Page({ actor: change }: { actor: AppChild<'changedate'> }) {
  const { t, price } = useTexts();
  const translated = useTranslated();
  const rowsOf = useTicketRows();
  const snapshot = useSelector(change, (current) => current);
  const { ticket: original, choice, failure, placed } = snapshot.context;
  const { checkout } = snapshot.children;
  const busy = snapshot.hasTag('pending') || checkout !== undefined;
  const isPaying = snapshot.can({ type: 'payment.submit', method: null }) || snapshot.children.takeToken !== undefined;
  if (!original || !choice.timespan) return null;
  const ticket = translated(original);
  const visit = <VisitText visit={{ ...choice.timespan, sale_type: ticket.sale_type }} />;
  const { more = 0, price: owed = 0, back = 0 } = choice.timespan.change ?? {};
  // The order that was placed to pay the difference has the price that is paid; before it, the time has.
  const total = (isPaying || checkout ? placed?.order.price : null) ?? owed;
  const differenceText = () => {
    if (back > 0) return t('changedate_back_pay', { price: price(back) });
    return more < 0 ? t('changedate_less', { price: price(-more) }) : t('changedate_no_refund');
  };
  const next = total > 0 ? t('changedate_to_payment') : t('changedate_submit');
  const submit = isPaying
    ? { form: paymentForm, ...submitProps('payment.submit') }
    : primaryProps(change, { type: 'date.submit' });
  return (
    <Columns
      aside={
        <>
          {isPaying ? <p className="agree">{t('confirm_agree')}</p> : null}
          <VisitBar sold={ticket} next={choice.timespan} amount={total > 0 ? price(total) : undefined}>
            {checkout ? null : (
              <Button busy={busy} {...submit}>
                {isPaying ? unbroken(t('confirm_submit', { price: price(total) })) : next}
              </Button>
            )}
          </VisitBar>
          <ButtonRow quiet>
            <Button variant="quiet" aria-disabled={busy || undefined} {...buttonProps(change, { type: 'step.back' })}>
              {t('changedate_back')}
            </Button>
          </ButtonRow>
        </>
      }
    >
      {failure?.unknown && !isPaying ? <NoticeBox tone="warn" role="status" text={t('changedate_unknown')} /> : null}
      <SummaryList
        rows={rowsOf(ticket).flatMap((row) =>
          row.key === 'visit' ? [row, { key: 'new', term: t('changedate_new_date'), detail: visit }] : [row],
        )}
      />
      <Section title={t('changedate_before')}>
        <ul className="bullets">
          {total > 0 ? (
            <>
              <li>{unbroken(t('changedate_pay', { price: price(total) }))}</li>
              <li>{t('changedate_pay_back')}</li>
              <li>{t('confirm_terms_cancel')}</li>
            </>
          ) : (
            <li>{unbroken(differenceText())}</li>
          )}
          <li>{t('changedate_old_link')}</li>
        </ul>
      </Section>
      {isPaying ? <ChangePayment change={change} /> : null}
      {checkout ? <LookUp checkout={checkout} /> : null}
    </Columns>
  );
}

/** Both dates and the consequences, before the change is submitted. */
export const ChangedateConfirmScreen = () => (
  <ChildScreen id="changedate" titleId="changedate_confirm_title" body={Page} />
);
