import type { ReactNode } from 'react';

export type Step = {
  key: string;
  label: ReactNode;
  state: 'done' | 'current' | 'next';
  /** The state as text, for screen readers: "done", "current step", "not yet". */
  stateText: string;
};

/** The steps of the flow and the current one. `label` names the navigation. */
export function StepBar({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <nav className="step-bar" aria-label={label}>
      <ol>
        {steps.map((step) => (
          <li key={step.key} data-step={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
            <span>{step.label}</span>
            <span className="vh">{step.stateText}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
