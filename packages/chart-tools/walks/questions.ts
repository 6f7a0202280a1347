import { question } from 'ticket-store/test/paths/answers.ts';
import type { Journey } from '../explore/compose.ts';
import type { AddressedStep } from '../explore/realise.ts';

/** Walks of a visitor who opens the question of a page, and leaves the page instead of answering. */

/** Pages that ask a question, as their charts name them, with the subject of the question. */
const questions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  app: { ticket: 'ticket', shared: 'ticket', purchase: 'purchase' },
  'app/purchase': { 'sign-in': 'purchase', payment: 'purchase' },
};
const pageOf = (state: string): string => state.split('.')[0] ?? '';

/** An open dialog covers the controls, but neither Back nor a link that is opened. */
const isOpened = ({ event }: AddressedStep): boolean => event.type.startsWith('page.requested.');

const ask = (about: string): AddressedStep => ({
  actor: ['app', 'dialog'],
  event: { type: 'dialog.ask', dialog: { ...question(2), about } } as AddressedStep['event'],
  ...{ takes: [], state: 'open', ends: false, automatic: false },
});

/** The same walk with a question open wherever Back or a link leaves a page that asks it. */
export const withQuestions = (journey: Journey): Journey => {
  const steps: AddressedStep[] = [];
  const pages = new Map([['app', 'purchase']]);
  let prefix = journey.prefix;
  for (const [index, step] of journey.steps.entries()) {
    const owner = step.actor.join('/');
    const page = pages.get(owner) ?? '';
    const about = questions[owner]?.[page];
    const opensQuestion = about !== undefined && isOpened(step) && pageOf(step.state) !== page;
    if (opensQuestion) steps.push(ask(about));
    if (opensQuestion && index < journey.prefix) prefix += 1;
    steps.push(step);
    pages.set(owner, pageOf(step.state));
  }
  return { ...journey, steps, prefix };
};
