import type { UserRole } from '../../../contract/http.js';
import { checkText } from '../../../contract/check-text.js';
import { RULES } from '../../../contract/text-rules.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ERRORS } from '../../../contract/errors.js';

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

/** @param field the form field that the user typed the password into */
export function wrongPassword(field: 'current' | 'password' = 'password'): AppError {
  return new AppError('auth.wrong_password', {
    fields: { [field]: ERRORS['auth.wrong_password'].message },
  });
}
