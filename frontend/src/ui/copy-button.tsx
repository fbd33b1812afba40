import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.js';
import { closeFailures, toast, type ToastTexts } from './toasts.js';

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
