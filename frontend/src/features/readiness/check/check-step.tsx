import { Circle, CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { CHECK } from './check.copy.js';

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
        <h2 className="text-h2">{`${number}. ${name}`}</h2>
        <p className={`flex items-center gap-2 font-semibold ${colour}`}>
          <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
          <span>{CHECK.state[state]}</span>
        </p>
      </div>
      {children}
    </li>
  );
}

interface YesOrNoProps {
  question: string;
  yes: string;
  no: string;
  onAnswer: (isYes: boolean) => Promise<void>;
}

/** Asks what only the user can know. It replaces the pressed button, so it takes the focus. */
export function YesOrNo({ question, yes, no, onAnswer }: YesOrNoProps) {
  const asked = useRef<HTMLParagraphElement>(null);
  useEffect(() => asked.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <p ref={asked} tabIndex={-1} className="text-button font-bold outline-none">
        {question}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button size="answer" onClick={() => void onAnswer(true)}>
          {yes}
        </Button>
        <Button size="answer" variant="secondary" onClick={() => void onAnswer(false)}>
          {no}
        </Button>
      </div>
    </div>
  );
}
