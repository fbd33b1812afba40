export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The mail's text: the message and its author. */
export function mailText({ name, email, message }: ContactMessage): string {
  return `${message}\n\n${name}\n${email}`;
}

/** @returns the address that opens the person's own mail program, everything filled in (RFC 6068) */
export function mailAddress(to: string, message: ContactMessage): string {
  const body = mailText(message).replace(/\r?\n/g, '\r\n');
  return `mailto:${to}?subject=${encoded(message.subject)}&body=${encoded(body)}`;
}

/** Half an emoji, left over from cutting a text, would make the encoding throw. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
