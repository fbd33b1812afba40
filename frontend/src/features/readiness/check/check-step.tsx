import { Circle, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { CHECK } from './check.copy.js';
import { CARD } from '../../../ui/card.js';

export type StepState = keyof typeof CHECK.state;

const STYLES = {
  done: { Icon: CircleCheck, colour: 'text-ok-text' },
  left: { Icon: Circle, colour: 'text-ink' },
  failed: { Icon: CircleX, colour: 'text-error' },
};

interface CheckStepProps {
  /** The step's place in the list, beginning with 1. */
  number: number;
  name: string;
  state: StepState;
  children: ReactNode;
}

/** The state is shown by shape and word, not only by colour. */
export function CheckStep({ number, name, state, children }: CheckStepProps) {
  const { Icon, colour } = STYLES[state];
  return (
    <li className={`flex flex-col gap-3 p-4 ${CARD}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2">
          {number}. {name}
        </h2>
        <p className={`flex items-center gap-2 font-semibold ${colour}`}>
          <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
          {CHECK.state[state]}
        </p>
      </div>
      {children}
    </li>
  );
}
