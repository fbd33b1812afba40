import { CircleAlert } from 'lucide-react';
import { type Ref, useEffect } from 'react';

interface ErrorSummaryProps {
  messages: string[];
  /** The ref through which a form focuses the summary. */
  place: Ref<HTMLDivElement>;
}

/** Shows the errors of a form that has two or more. The form moves the focus here. */
export function ErrorSummary({ messages, place }: ErrorSummaryProps) {
  const shown = messages.length >= 2;
  const failing = messages.length > 0;

  useEffect(() => {
    if (!failing) return;
    const before = document.title;
    document.title = `Fel: ${before}`;
    return () => {
      document.title = before;
    };
  }, [failing]);

  return (
    <div
      ref={place}
      tabIndex={-1}
      className={shown ? 'rounded-card border-2 border-error p-4' : 'sr-only'}
    >
      {shown && (
        <>
          <p className="flex items-center gap-2 font-semibold text-error">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            Det finns {messages.length} fel
          </p>
          <ul className="mt-2 list-disc pl-7">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
