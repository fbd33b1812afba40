import type { Ref } from 'react';
import { TextField } from '../../../ui/forms/text-field.js';
import { CODES } from './codes.copy.js';

interface CodesSearchProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (search: string) => void;
}

export function CodesSearch({ ref, value, onChange }: CodesSearchProps) {
  return (
    <div role="search" className="w-full sm:max-w-form">
      <TextField
        ref={ref}
        type="search"
        label={CODES.search}
        hint={CODES.searchHint}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
