import type { Complaint } from '#src/domain/customer-check.ts';
import { useWords } from '#src/ui/words.ts';
import { labelOf } from './field-texts.ts';

/** Returns a function from an error to its text, with the field's label. */
export const useComplaint = () => {
  const { say } = useWords();
  return ({ field, id, length }: Complaint): string => {
    const label = labelOf(field);
    return say(id, { field: label ? say(label) : field, length: length ?? 0 });
  };
};
