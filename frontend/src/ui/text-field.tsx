import type { ComponentProps } from 'react';
import { CONTROL, FieldFrame, type FieldTexts } from './field-frame.js';

type Own = FieldTexts & { className?: string };

export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: Own & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className={CONTROL} />}
    </FieldFrame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  counter,
  ...area
}: Own & { counter?: string } & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <>
          <textarea rows={6} {...area} {...wiring} className={CONTROL} />
          {counter && <p className="text-right text-meta text-muted tabular-nums">{counter}</p>}
        </>
      )}
    </FieldFrame>
  );
}
