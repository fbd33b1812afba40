import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CONTROL, FieldFrame, type FieldTexts } from './fields.js';

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'type'>;

/** A password field that can show its text: users often mistype a hidden password on a phone. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState<boolean>();
  const toggle = useRef<HTMLButtonElement>(null);

  // The submit hides the password again: browsers remember the content of visible fields.
  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setShown(undefined);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={`${CONTROL} pr-[max(80px,4em)] [&::-ms-reveal]:hidden`}
          />
          {/* The text is the name: an aria-label would make the button a second element
              labelled "Lösenord". */}
          <button
            ref={toggle}
            type="button"
            aria-controls={wiring.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 w-[3.4em] min-w-18 rounded-card text-label font-semibold text-primary underline underline-offset-4 hover:decoration-2"
          >
            <span>{isShown ? 'Dölj' : 'Visa'}</span>
            <span className="sr-only"> lösenordet</span>
          </button>
          {/* Not every screen reader announces a new name of the focused button. */}
          <span role="status" className="sr-only">
            {isShown !== undefined && (isShown ? 'Lösenordet visas.' : 'Lösenordet är dolt.')}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
