import type { ActorRefFrom } from 'xstate';
import type { sendMachine } from '#machines/send/send.machine.ts';
import type { Part } from '#machines/send/send.types.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { marks } from '#src/screens/control.ts';
import { OptionRow } from '#src/ui/option-row.tsx';
import { Stepper } from '#src/ui/stepper.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

export type PeopleChoiceProps = {
  sender: ActorRefFrom<typeof sendMachine>;
  options: Ticket['order_options'];
  parts: readonly Part[];
};

/** How many people of each kind on the ticket are handed over. */
export function PeopleChoice({ sender, options, parts }: PeopleChoiceProps) {
  const { t } = useTexts();
  return (
    <div className="option-rows">
      {options
        .filter(({ quantity }) => quantity > 0)
        .map(({ id, name, quantity }) => {
          const data = marks('people.set', { key: id });
          const count = parts.find((part) => part.id === id)?.count ?? 0;
          return (
            <OptionRow key={id} name={name} price={unbroken(t('send_of', { count: quantity }))}>
              <Stepper
                name={id}
                label={name}
                decreaseLabel={t('order_option_less', { name })}
                increaseLabel={t('order_option_more', { name })}
                value={count}
                valueText={t('common_times', { name, count })}
                max={quantity}
                onChange={(wanted) => sender.send({ type: 'people.set', part: { id, count: wanted } })}
                data={data}
              />
            </OptionRow>
          );
        })}
    </div>
  );
}
