/** @returns the token of a pasted link, or what was typed: a poster's code, in any case and spacing */
export function invitationToken(pasted: string): string {
  const fragment = /#(.*)$/.exec(pasted)?.[1];
  const text = (fragment === undefined ? pasted : decodeFragment(fragment)).trim();
  const typed = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8}$/.test(typed) ? typed : text;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
