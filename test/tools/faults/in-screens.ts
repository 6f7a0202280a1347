import { inLane } from './fault.ts';

const purchase = 'src/screens/purchase';
const hash = 'src/mirrors/address/hash.ts';

/** Faults of what visitors see and click, and of the mirrors. */
export const inScreens = inLane('screens', [
  {
    name: 'a removed button: correcting the mail address',
    file: `${purchase}/sended-mail/sended-mail-screen.tsx`,
    find: `          <Button {...buttonProps(purchase, { type: 'mail.correct' })}>{t('sended_mail_correct')}</Button>
`,
    replace: '',
  },
  {
    name: 'a button that sends another event than its data-event',
    file: `${purchase}/confirm/confirm-screen.tsx`,
    find: '<Button variant="quiet" disabled={!isIdle} {...buttonProps(purchase, { type: \'step.back\' })}>',
    replace:
      "<Button variant=\"quiet\" disabled={!isIdle} {...buttonProps(purchase, { type: 'step.back' })} onClick={() => purchase.send({ type: 'checkout.submit' })}>",
  },
  {
    name: 'a wrong data-event',
    file: `${purchase}/payment/payment-screen.tsx`,
    find: "{...marks('payment.submit', { primary: true })}",
    replace: "{...marks('coupon.apply', { primary: true })}",
  },
  {
    name: 'a button that should work and does not',
    file: 'src/screens/send/send-check.tsx',
    find: "const busy = snapshot.hasTag('pending');",
    replace: "const busy = snapshot.hasTag('settled');",
  },
  {
    name: 'a button without a name',
    file: 'src/screens/unread.tsx',
    find: "{t('common_try_again')}",
    replace: '{null}',
  },
  {
    name: 'a button that accepts a second click while the first is processed',
    file: `${purchase}/sign-in/customer-form.tsx`,
    find: "const isBusy = snapshot.hasTag('pending');",
    replace: 'const isBusy = false;',
  },
  {
    name: 'a field whose name changed',
    file: 'src/screens/reservation-inquiry/inquiry-forms.tsx',
    find: 'name="reservation_number"',
    replace: 'name="number"',
  },
  {
    name: 'a field that is never sent',
    file: 'src/domain/customer-check.ts',
    find: "shown.has(field) ? wireOf(field, typed[field] ?? '') : '']);",
    replace: "shown.has(field) && field !== 'phone' ? wireOf(field, typed[field] ?? '') : '']);",
  },
  {
    name: 'a missing h1',
    file: `${purchase}/complete/complete-screen.tsx`,
    find: "<ScreenTitle lead={t('complete_lead')}>{t('complete_title')}</ScreenTitle>",
    replace: "<p>{t('complete_title')}</p>",
  },
  {
    name: 'a screen for the wrong state',
    file: 'src/app/purchase-pages.ts',
    find: "default: (await import('#src/screens/purchase/mail-confirm/mail-confirm-screen.tsx')).MailConfirmScreen,",
    replace: "default: (await import('#src/screens/purchase/sended-mail/sended-mail-screen.tsx')).SendedMailScreen,",
  },
  {
    name: 'data-state stays as it was',
    file: 'src/mirrors/title.ts',
    find: 'const subscription = app.subscribe(write);',
    replace: 'const subscription = app.subscribe(() => undefined);',
  },
  {
    name: 'an address that is not mirrored',
    file: hash,
    find: "    } else if (isStep) write(to, 'push', { index: entry.index + 1, before: hashOf(from) });\n",
    replace: '    } else if (isStep) return;\n',
  },
  {
    name: 'an address that the specification does not know',
    file: 'src/mirrors/address/paths.ts',
    find: "'sign-in': { paths: ['/sign-in'], base: 'site', entry: 'push' },",
    replace: "'sign-in': { paths: ['/signin'], base: 'site', entry: 'push' },",
  },
  {
    name: 'a link to another page than its data-event',
    file: 'src/screens/change-date/complete-screen.tsx',
    find: "href={href('ticket', { token: result })}",
    replace: "href={href('receipt', { token: result })}",
  },
  {
    name: 'a link with the old token',
    file: 'src/screens/change-date/complete-screen.tsx',
    find: "href={href('ticket', { token: result })}",
    replace: "href={href('ticket', { token: ticket.reservation_number })}",
  },
  {
    name: 'a payload with the wrong value: one ticket is two',
    file: `${purchase}/order/option-lines.tsx`,
    find: 'price: line.price, count: wanted }',
    replace: 'price: line.price, count: wanted + 1 }',
  },
  {
    name: 'a payload with the wrong value: the language before',
    file: 'src/app/language-list.tsx',
    find: "if (chosen && chosen !== lang) app.send({ type: 'language.choose', lang: chosen });",
    replace: "if (chosen && chosen !== lang) app.send({ type: 'language.choose', lang });",
  },
  {
    name: 'a dialog whose background does not close it',
    file: 'src/app/dialog-outlet.tsx',
    find: "onDismiss={() => actor.send({ type: 'dialog.dismiss' })}",
    replace: 'onDismiss={() => undefined}',
  },
  {
    name: 'a dialog that shows the last question instead of the first',
    file: 'src/app/dialog-outlet.tsx',
    find: 'snapshot?.context.queue[0]',
    replace: 'snapshot?.context.queue.at(-1)',
  },
  {
    name: 'a failure that the page does not show',
    file: 'src/screens/failure-notice.tsx',
    find: '<p>{tAny(failureText(failure.code), { code: failure.quoted ?? failure.code })}</p>',
    replace: '{failure ? null : tAny(failures.card_input.text)}',
  },
  {
    name: 'a total that is not the order’s',
    file: `${purchase}/confirm/confirm-screen.tsx`,
    find: "total={{ term: t('order_total'), detail: price(order.price) }}",
    replace: "total={{ term: t('order_total'), detail: price(order.price - 100) }}",
  },
  {
    name: 'another customer’s page: the last step does not show the customer',
    file: `${purchase}/confirm/confirm-screen.tsx`,
    find: '<SummaryList rows={customerRowsOf(customer)} />',
    replace: '<SummaryList rows={customerRowsOf(customer).slice(2)} />',
  },
  {
    name: 'a form that forgets what was typed before',
    file: 'src/forms/use-form.ts',
    find: '({ ...blank, ...(known ?? remembered(name)) })',
    replace: '({ ...blank, ...(known ? null : remembered(name)) })',
  },
  {
    name: 'more time is offered although there is none',
    file: `${purchase}/hold-strip.tsx`,
    find: 'snapshot.can(extend) || isBusy ? (',
    replace: 'snapshot.can(extend) || !isBusy ? (',
  },
]);
