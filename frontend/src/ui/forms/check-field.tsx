import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field-frame.js';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: ReactNode;
  error?: string;
}

export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          {...input}
          className="size-6 shrink-0 accent-primary"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id} text={error} />}
    </div>
  );
}
