export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** @returns the address that opens the person's own mail program, everything filled in (RFC 6068) */
export function mailAddress(to: string, { name, email, subject, message }: ContactMessage): string {
  const body = `${message}\n\n${name}\n${email}`.replace(/\r?\n/g, '\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
