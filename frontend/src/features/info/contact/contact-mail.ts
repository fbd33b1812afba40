export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Returns the mail's text: the message and its author. */
export function mailText({ name, email, message }: ContactMessage): string {
  return `${message}\n\n${name}\n${email}`;
}

/**
 * @returns the `mailto:` address that opens the user's mail program, everything filled in (RFC
 *   6068)
 */
export function mailAddress(to: string, message: ContactMessage): string {
  const body = mailText(message).replace(/\r?\n/g, '\r\n');
  return `mailto:${to}?subject=${encoded(message.subject)}&body=${encoded(body)}`;
}

/** Replaces half an emoji, left over from cutting a text: it would make the encoding throw. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
