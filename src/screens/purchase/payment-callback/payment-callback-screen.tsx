import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { press } from '#src/screens/control.ts';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { useWords } from '#src/ui/words.ts';

function Checking({ checkout }: { checkout: ActorRefFrom<typeof checkoutMachine> }) {
  const { say } = useWords();
  const reference = useSelector(checkout, (snapshot) => snapshot.context.challenge?.payment_intent_id);
  const isUnreachable = useSelector(checkout, (snapshot) => snapshot.context.isUnreachable);
  const mayAsk = useSelector(checkout, (snapshot) => snapshot.can({ type: 'checkout.ask' }));
  return (
    <>
      <ScreenTitle lead={say('payment_callback_lead')}>{say('payment_callback_title')}</ScreenTitle>
      <Spinner label={say('payment_callback_checking')} />
      {isUnreachable ? (
        <NoticeBox tone="warn" role="status">
          <p>{say('payment_callback_unreachable')}</p>
        </NoticeBox>
      ) : null}
      <ul className="bullets">
        <li>{say('payment_callback_once')}</li>
        <li>{say('payment_callback_keep')}</li>
      </ul>
      <ButtonRow>
        <Button busy={!mayAsk} {...press(checkout, { type: 'checkout.ask' }, { primary: true })}>
          {say('payment_callback_ask')}
        </Button>
      </ButtonRow>
      <div className="fine">
        <p>{say('payment_callback_reference')}</p>
        {reference ? <p translate="no">{reference}</p> : null}
      </div>
      <Contact />
    </>
  );
}

/** The outcome of the payment is not known yet; the page never assumes a decline. */
export function PaymentCallbackScreen() {
  const checkout = usePurchaseChild('checkout');
  return checkout ? <Checking checkout={checkout} /> : null;
}
