import { contactEmail } from '../../lib/browser/env.js';
import { LONE_LINK } from '../../ui/text-link.js';

interface MailLinkProps {
  subject?: string;
  /** The text of the link; the address itself when left out. */
  children?: string;
}

export function MailLink({ subject, children }: MailLinkProps) {
  const address = contactEmail();
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <a
      href={`mailto:${address}${query}`}
      // A printed link cannot be followed, so print.css writes the address behind the text.
      data-printed={children && address}
      className={`${LONE_LINK} wrap-anywhere`}
    >
      {children ?? address}
    </a>
  );
}
