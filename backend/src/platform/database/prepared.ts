/** The names of the prepared statements, by their texts. */
const names = new Map<string, string>();

/**
 * Names a statement, so that each connection parses it once, at its first use.
 * @param name at most 63 characters, and only for this text
 * @returns the text
 */
export function prepared(name: string, text: string): string {
  names.set(text, name);
  return text;
}

/** @returns undefined for a statement that is not prepared */
export const nameOf = (text: string): string | undefined => names.get(text);
