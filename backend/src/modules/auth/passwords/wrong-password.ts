import { ERRORS } from '../../../contract/errors.js';
import { AppError } from '../../../platform/errors/app-error.js';

/** @param field the form field that the user typed the password into */
export function wrongPassword(field: 'current' | 'password' = 'password'): AppError {
  return new AppError('auth.wrong_password', {
    fields: { [field]: ERRORS['auth.wrong_password'].message },
  });
}
