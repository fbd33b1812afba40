import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { CONTROL, FieldFrame, type FieldTexts } from './field-frame.js';

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'type'>;

/** A password that one may look at while typing it: whoever sees it needs not type it twice. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, show] = useState<boolean>();
  const Icon = shown ? EyeOff : Eye;
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
            type={shown ? 'text' : 'password'}
            className={`${CONTROL} pr-14 [&::-ms-reveal]:hidden`}
          />
          <button
            type="button"
            aria-label={shown ? 'Dölj lösenordet' : 'Visa lösenordet'}
            aria-controls={wiring.id}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-card text-muted hover:text-ink"
            onClick={() => show(!shown)}
          >
            <Icon aria-hidden="true" className="size-6" />
          </button>
          {/* Not every screen reader tells that the button it is on has got another name. */}
          <span role="status" className="sr-only">
            {shown === true && 'Lösenordet visas.'}
            {shown === false && 'Lösenordet är dolt.'}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
