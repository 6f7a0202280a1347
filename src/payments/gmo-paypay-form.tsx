import { useWords } from '#src/ui/words.ts';

/** What happens next: nothing is filled in here. */
export function GmoPaypayForm() {
  const { say } = useWords();
  return (
    <ul className="bullets fine">
      <li>{say('gmo_paypay_next')}</li>
      <li>{say('gmo_paypay_back')}</li>
    </ul>
  );
}
