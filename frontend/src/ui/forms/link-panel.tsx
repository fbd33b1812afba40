import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.js';
import { TextField } from './fields.js';

interface LinkPanelProps {
  label: ReactNode;
  hint: string;
  url: string;
}

/** Shows a link that appears only once. It takes the focus and is selected, for copying by hand. */
export function LinkPanel({ label, hint, url }: LinkPanelProps) {
  return (
    <div className="flex max-w-form flex-col gap-3">
      <TextField
        label={label}
        hint={hint}
        value={url}
        readOnly
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={url} copied={COPIED} notCopied={NOT_COPIED}>
        Kopiera
      </CopyButton>
    </div>
  );
}

const COPIED = { title: 'Kopierad!', text: 'Länken har kopierats' };
const NOT_COPIED = {
  title: 'Kunde inte kopiera länken',
  text: 'Markera länken och kopiera den själv.',
};
