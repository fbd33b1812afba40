import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';

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
