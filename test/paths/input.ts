import type { Journey } from '@ticket-store/chart-tools/explore/compose.ts';
import type { AppInput } from '#machines/app/app.types.ts';

const isInput = (input: unknown): input is AppInput => typeof input === 'object' && input !== null && 'site' in input;

/** The app's input in a journey. Throws if the journey has another root. */
export const inputOf = ({ input }: Journey): AppInput => {
  if (!isInput(input)) throw new Error('a journey begins with the input of the app');
  return input;
};
