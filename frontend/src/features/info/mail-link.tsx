import { contactEmail } from '../../lib/browser/env.js';
import { LONE_LINK } from '../../ui/text-link.js';

interface MailLinkProps {
  subject?: string;
  /** The address itself is shown where there is no other text. */
  children?: string;
}

export function MailLink({ subject, children }: MailLinkProps) {
  const address = contactEmail();
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <a
      href={`mailto:${address}${query}`}
      // On paper the text alone would lead nowhere: the print style writes the address behind it.
      data-printed={children && address}
      className={`${LONE_LINK} wrap-anywhere`}
    >
      {children ?? address}
    </a>
  );
}
