import type { UserRole } from '../../../contract/http.js';
import { checkText } from '../../../contract/check-text.js';
import { RULES } from '../../../contract/text-rules.js';
import { AppError } from '../../../platform/errors/app-error.js';

/** @returns whether the password is long enough for the role `admin` */
export function isLong(password: string): boolean {
  return password.length >= RULES.account.longPassword.min;
}

/** @throws AppError request.invalid for the field `password` */
export function requireLengthFor(roles: UserRole[], password: string): void {
  const rule = roles.includes('admin') ? RULES.account.longPassword : RULES.account.password;
  const complaint = checkText(rule, password);
  if (complaint) throw new AppError('request.invalid', { fields: { password: complaint } });
}
