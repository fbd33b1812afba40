import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CONTROL, FieldFrame, type FieldTexts } from './field-frame.js';

type PasswordFieldProps = FieldTexts & { className?: string } & Omit<
    ComponentProps<'input'>,
    'className' | 'type'
  >;

/** Can be shown, because a password typed blind on a phone is typed wrong. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  // Hidden again before it is sent: browsers remember what stands in open text fields.
  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={CONTROL}
          />
          {/* Named by its text: an aria-label would make it a second thing labelled "Lösenord". */}
          <button
            ref={toggle}
            type="button"
            onClick={() => setShown(!shown)}
            className="control-border min-h-12 min-w-20 shrink-0 rounded-card px-3 font-semibold hover:bg-surface"
          >
            {shown ? 'Dölj' : 'Visa'}
            <span className="sr-only"> lösenordet</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
