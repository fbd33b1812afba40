import { CODE_INPUT_MAX } from '@contract/limits';
import { type ChangeEvent, type ReactNode, type Ref, useId } from 'react';
import { CONTROL } from '../../ui/forms/field-frame.js';
import { GATE } from './gate.copy.js';

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  /** Replaces the hint for a while, so that nothing below moves when it comes and goes. */
  below?: ReactNode;
}

export function CodeField({ ref, value, onChange, below }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {GATE.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="text"
        name="code"
        aria-describedby={`${id}-hint`}
        placeholder={GATE.placeholder}
        value={value}
        onChange={(event) => onChange(uppercased(event))}
        maxLength={CODE_INPUT_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        enterKeyHint="go"
        spellCheck={false}
        className={`${CONTROL} min-h-16 text-center font-mono text-h2 tracking-widest`}
      />
      <div className="grid min-h-14 *:[grid-area:1/1]">
        <p id={`${id}-hint`} className={`text-meta text-muted ${below ? 'invisible' : ''}`}>
          {GATE.hint}
        </p>
        {below}
      </div>
    </div>
  );
}

/** Writes the uppercase text into the field itself: otherwise the cursor would jump to the end. */
function uppercased({ target }: ChangeEvent<HTMLInputElement>): string {
  const { selectionStart, selectionEnd } = target;
  const upper = target.value.toUpperCase().slice(0, CODE_INPUT_MAX);
  if (upper !== target.value) {
    target.value = upper;
    target.setSelectionRange(selectionStart, selectionEnd);
  }
  return upper;
}
