/** @returns false where the browser has no clipboard (plain HTTP) or refuses it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
