import type { ComponentProps } from 'react';
import { CONTROL, FieldFrame } from '../../../ui/forms/field-frame.js';
import { CONTACT } from './contact.copy.js';

interface MessageFieldProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  error?: string;
  /** The length of the trimmed text, which is checked and sent. */
  length: number;
  max: number;
}

/**
 * The counter describes the field: screen readers read it with the field, not at every key. Only
 * passing the limit is announced, once.
 */
export function MessageField({ error, length, max, ...area }: MessageFieldProps) {
  const over = length - max;
  return (
    <FieldFrame label={CONTACT.message} error={error}>
      {({ 'aria-describedby': described, ...wiring }) => (
        <>
          <textarea
            rows={8}
            {...area}
            {...wiring}
            aria-describedby={[`${wiring.id}-count`, described].filter(Boolean).join(' ')}
            className={CONTROL}
          />
          <div className="flex flex-wrap justify-end gap-x-3 text-meta tabular-nums">
            {over > 0 && <p className="font-semibold text-error">{CONTACT.over(over)}</p>}
            <p
              id={`${wiring.id}-count`}
              className={over > 0 ? 'font-semibold text-error' : 'text-muted'}
            >
              {length}/{max}
            </p>
          </div>
          <p aria-live="polite" className="sr-only">
            {over > 0 ? CONTACT.tooLong(max) : ''}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
