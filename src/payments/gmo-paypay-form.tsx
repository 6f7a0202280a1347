import { useWords } from '#src/ui/words.ts';

/** Explains the next steps; there is nothing to fill in. */
export function GmoPaypayForm() {
  const { say } = useWords();
  return (
    <ul className="bullets fine">
      <li>{say('gmo_paypay_next')}</li>
      <li>{say('gmo_paypay_back')}</li>
    </ul>
  );
}
