import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type Ref, type SyntheticEvent, useEffect } from 'react';
import { setTitle } from '../tab-signs.js';
import { closeFailures, toast, type ToastTexts } from '../toasts.js';

interface Errors {
  messages: string[];
  /** The ref through which the form focuses the summary of its errors. */
  summary: Ref<HTMLDivElement>;
}

interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Returns a failure that belongs to no field: it is shown as a toast. */
  onSubmit: (event: SyntheticEvent) => Promise<ToastTexts | void> | void;
  /** Summarises the errors above the fields. Left out for a form that shows one at a time. */
  errors?: Errors;
}

/** A form of fields with a submit button. Its own messages replace those of the browser. */
export function Form({ onSubmit, errors, className = 'gap-4', children, ...form }: FormProps) {
  const submit = async (event: SyntheticEvent) => {
    closeFailures();
    const failure = await onSubmit(event);
    if (failure) toast({ ...failure, kind: 'error' });
  };
  return (
    <form
      noValidate
      {...form}
      className={`flex flex-col ${className}`}
      onSubmit={(event) => void submit(event)}
    >
      {errors && <ErrorSummary {...errors} />}
      {children}
    </form>
  );
}

/** Shows the errors of a form that has two or more. The form moves the focus here. */
function ErrorSummary({ messages, summary }: Errors) {
  const shown = messages.length >= 2;
  const failing = messages.length > 0;

  useEffect(() => {
    setTitle('errors', failing ? 'Fel: ' : '');
    return () => setTitle('errors');
  }, [failing]);

  return (
    <div
      ref={summary}
      tabIndex={-1}
      className={shown ? 'rounded-card border-2 border-error p-4' : 'sr-only'}
    >
      {shown && (
        <>
          <p className="flex items-center gap-2 font-semibold text-error">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            <span>{`Det finns ${messages.length} fel`}</span>
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
