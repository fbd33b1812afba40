import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface DisclosureProps {
  heading: string;
  /** Stands beside the heading, for example the state of a step. */
  mark?: ReactNode;
  /** Stays visible below the heading of a folded part: its result. */
  summary?: ReactNode;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/**
 * A part of a page whose heading opens and folds it. What was opened once stays, so that a folded form
 * keeps its input.
 */
export function Disclosure({ heading, mark, summary, open, onToggle, children }: DisclosureProps) {
  const id = useId();
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <>
      <h2 className="text-button">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-16 w-full items-center gap-3 rounded-card px-4 py-3 text-left hover:bg-surface"
        >
          <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>{heading}</span>
            {mark}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-6 shrink-0 ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {summary}
      <div id={id} hidden={!open} className="flex flex-col gap-4 px-4 pt-1 pb-5">
        {wasOpen && children}
      </div>
    </>
  );
}
