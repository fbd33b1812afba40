import { Copy } from 'lucide-react';
import { Button } from '../button.js';
import { toast } from '../toasts.js';
import { TextField } from './fields.js';

interface LinkPanelProps {
  label: string;
  hint: string;
  url: string;
  /** @returns false where the browser has no clipboard to copy to */
  copyText: (text: string) => Promise<boolean>;
}

/** Shows a link that appears only once. It takes the focus and is selected, for copying by hand. */
export function LinkPanel({ label, hint, url, copyText }: LinkPanelProps) {
  const copy = async () => {
    if (await copyText(url)) {
      toast({ title: 'Kopierad!', text: 'Länken har kopierats', kind: 'success' });
    } else {
      const text = 'Markera länken och kopiera den själv.';
      toast({ title: 'Kunde inte kopiera länken', text, kind: 'error' });
    }
  };

  return (
    <div className="flex max-w-form flex-col gap-3">
      <TextField
        label={label}
        hint={hint}
        value={url}
        readOnly
        autoFocus
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="secondary"
        icon={<Copy aria-hidden="true" className="size-5" />}
        onClick={() => void copy()}
      >
        Kopiera
      </Button>
    </div>
  );
}
