import { TextField } from '../../ui/text-field.js';
import { CODES } from './codes.copy.js';

interface CodesSearchProps {
  value: string;
  onChange: (search: string) => void;
}

export function CodesSearch({ value, onChange }: CodesSearchProps) {
  return (
    <search>
      <TextField
        type="search"
        className="max-w-form"
        label={CODES.search}
        hint={CODES.searchHint}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  );
}
