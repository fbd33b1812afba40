import { Copy } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.js';
import { TextField } from './forms/fields.js';
import { closeFailures, toast, type ToastTexts } from './toasts.js';

/** Texts to copy: a button that does it, and a link that somebody passes on. */

interface CopyButtonProps extends ComponentProps<typeof Button> {
  text: string;
  copied: ToastTexts;
  /** For a browser that has no clipboard (plain HTTP), or refuses it. */
  notCopied: ToastTexts;
}

export function CopyButton({ text, copied, notCopied, ...button }: CopyButtonProps) {
  const copy = async () => {
    closeFailures();
    try {
      await navigator.clipboard.writeText(text);
      toast({ ...copied, kind: 'success' });
    } catch {
      toast({ ...notCopied, kind: 'error' });
    }
  };
  return (
    <Button
      variant="secondary"
      icon={<Copy aria-hidden="true" className="size-5" />}
      onClick={() => void copy()}
      {...button}
    />
  );
}

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
