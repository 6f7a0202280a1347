import type { ReactNode } from 'react';

export type Step = {
  key: string;
  label: ReactNode;
  state: 'done' | 'current' | 'next';
  /** The state as text, for screen readers: "done", "current step", "not yet". */
  stateText: string;
};

/** The steps of the flow and the current one. `label` names the navigation, `title` says what the flow is about. */
export function StepBar({ label, title, steps }: { label: string; title?: ReactNode; steps: readonly Step[] }) {
  return (
    <nav className="step-bar" aria-label={label}>
      {title ? <p className="flow-title">{title}</p> : null}
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
