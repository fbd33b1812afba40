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
