/** A poster's code has eight characters, and so has the demo's code without its dash. */
const TYPED_CODE = /^[A-Z0-9]{8}$/;

export const isTypedCode = (token: string): boolean => TYPED_CODE.test(token);

/**
 * Reads a pasted link, a bare token, or a poster's code in any case and spacing.
 * @returns the token, or the poster's code in capitals without spaces
 */
export function invitationToken(pasted: string): string {
  const fragment = /#(.*)$/.exec(pasted)?.[1];
  const text = (fragment === undefined ? pasted : decodeFragment(fragment)).trim();
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  return isTypedCode(typed) ? typed : text;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
