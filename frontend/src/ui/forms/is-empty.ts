/**
 * Tells whether no text field of a form has a value. Some password managers fill a field without an
 * event, so the fields themselves are read.
 */
export const isEmpty = (form: Element): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input:not([type=radio]), textarea')].every(
    ({ value }) => value === '',
  );
