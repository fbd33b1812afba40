import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldTexts {
  label: ReactNode;
  /** Comes before the field, so that users read it before they type. */
  hint?: ReactNode;
  error?: string;
}

interface FieldWiring {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldFrameProps extends FieldTexts {
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
}

export const CONTROL =
  'control-border block w-full min-h-12 rounded-card bg-page px-3 py-2 text-body aria-invalid:border-2 aria-invalid:border-error';

/** Gives every field the same order and wiring: label, hint, control, error. */
export function FieldFrame({ label, hint, error, className = '', children }: FieldFrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={`flex flex-col gap-2 ${className}`}>
      <label htmlFor={id} className="text-label font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="flex items-start gap-2 text-meta font-semibold text-error">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}

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
      {(wiring) => (
        <input
          type="text"
          autoComplete="off"
          {...input}
          {...wiring}
          className={`${CONTROL} read-only:bg-surface`}
        />
      )}
    </FieldFrame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  className,
  ...select
}: Own & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(wiring) => <select {...select} {...wiring} className={CONTROL} />}
    </FieldFrame>
  );
}

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
