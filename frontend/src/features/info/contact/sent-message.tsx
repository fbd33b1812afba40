import { Copy } from 'lucide-react';
import { copyText } from '../../../lib/browser/clipboard.js';
import { contactEmail } from '../../../lib/browser/env.js';
import { Button } from '../../../ui/button.js';
import { toast } from '../../../ui/toasts.js';
import { CONTACT } from './contact.copy.js';
import { mailText, type ContactMessage } from './contact-mail.js';

/**
 * A page cannot find out whether a mail program opened: many users have none, and Windows drops
 * addresses over some 2,000 characters. The message is therefore shown until the page is left.
 */
export function SentMessage({ message }: { message: ContactMessage }) {
  const text = mailText(message);
  const copy = async () => {
    const copied = await copyText(`${message.subject}\n\n${text}`);
    toast(
      copied ? { ...CONTACT.copied, kind: 'success' } : { ...CONTACT.notCopied, kind: 'error' },
    );
  };
  return (
    <details className="control-border rounded-card px-4">
      <summary className="flex min-h-12 items-center py-2 font-semibold text-primary underline underline-offset-4">
        {CONTACT.nothingOpened}
      </summary>
      <div className="flex flex-col items-start gap-4 pb-4">
        <p>{CONTACT.sendYourself(contactEmail())}</p>
        <p
          className="max-h-60 w-full overflow-y-auto rounded-card bg-surface p-4 wrap-anywhere whitespace-pre-wrap"
          tabIndex={0}
          role="group"
          aria-label={CONTACT.yourMessage}
        >
          {text}
        </p>
        <Button
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-5" />}
          onClick={() => void copy()}
        >
          {CONTACT.copy}
        </Button>
      </div>
    </details>
  );
}
