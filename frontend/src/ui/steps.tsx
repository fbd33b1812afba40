import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CARD } from './card.js';
import { Disclosure } from './disclosure.js';

const STATES = {
  done: { Icon: CircleCheck, colour: 'text-ok-text', text: 'Klart' },
  left: { Icon: CircleDashed, colour: 'text-ink', text: 'Kvar' },
  failed: { Icon: CircleX, colour: 'text-error', text: 'Fungerar inte' },
};
export type StepState = keyof typeof STATES;

/** The classes of a step's result, which a folded step shows too. */
export const STEP_RESULT = 'px-4 pb-4 font-semibold outline-none empty:hidden';

export interface StepFold {
  open: boolean;
  onToggle: () => void;
}

const NONE = -1;

/**
 * Keeps one step of a list open: the one that asks something, the one that the user has chosen until it
 * is finished, or the first one that is left.
 * @param finished by step
 * @param asking the step that waits for an answer of the user
 */
export function useSteps(finished: boolean[], asking?: number) {
  const [chosen, choose] = useState<number>();
  const [before, setBefore] = useState(finished);
  if (finished.some((one, step) => one !== before[step])) {
    setBefore(finished);
    if (chosen !== undefined && finished[chosen] && !before[chosen]) choose(undefined);
  }
  const shown = asking ?? chosen ?? finished.indexOf(false);
  return (step: number): StepFold => ({
    open: shown === step,
    onToggle: () => choose(shown === step ? NONE : step),
  });
}

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex flex-col gap-3">{children}</ol>;
}

interface StepProps extends StepFold {
  /** The step's place in the list, beginning with 1. */
  number: number;
  name: string;
  state: StepState;
  /** One line that a folded step shows too. */
  result?: ReactNode;
  children: ReactNode;
}

/** The state is shown by shape and word, not only by colour. */
export function Step({ number, name, state, result, children, ...fold }: StepProps) {
  const { Icon, colour, text } = STATES[state];
  return (
    <li className={CARD}>
      <Disclosure
        {...fold}
        heading={`${number}. ${name}`}
        summary={result}
        mark={
          <span className={`flex items-center gap-2 text-meta font-semibold ${colour}`}>
            <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
            <span>{text}</span>
          </span>
        }
      >
        {children}
      </Disclosure>
    </li>
  );
}
