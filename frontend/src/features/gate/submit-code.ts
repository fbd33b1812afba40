import { CODE_LENGTH, CODE_PATTERN } from '@contract/limits';
import { rememberAccess, sessionId } from '../../lib/session/code-session.js';
import { request } from '../../lib/net/http.js';

/** @returns true when the code opened the gate; false for a refusal and for any failure */
export async function submitCode(typed: string): Promise<boolean> {
  const code = typed.trim().toUpperCase();
  if (code.length !== CODE_LENGTH || !CODE_PATTERN.test(code)) return false;
  const body = { code, sessionId: sessionId() };
  try {
    const { success } = await request<{ success: boolean }>('POST', '/gate/validate-code', body, {
      auth: false,
    });
    if (success) rememberAccess(code);
    return success;
  } catch {
    return false;
  }
}
