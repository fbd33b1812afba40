import { checkText, type TextRule } from '@contract/check-text';

/** Most fields are texts with a rule of the contract; a checkbox brings its own check. */
export type Check = TextRule | ((value: unknown) => string | undefined);
/** A checkbox has a boolean, every other field a text. */
export type Values = Record<string, string | boolean>;
export type Messages = Record<string, string | undefined>;

/** @returns the message of each failing field, or of the first one only */
export function failuresOf(
  checks: Record<string, Check>,
  values: Values,
  report: 'first' | 'all',
): Messages {
  const failing = Object.entries(checks).flatMap(([name, check]) => {
    const value = values[name];
    const message = typeof check === 'function' ? check(value) : checkText(check, value);
    return message ? [[name, message] as const] : [];
  });
  return Object.fromEntries(report === 'first' ? failing.slice(0, 1) : failing);
}

/** Passwords are sent as typed; everything else is trimmed. */
export function cleaned(checks: Record<string, Check>, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const check = checks[name];
    const asTyped = typeof check === 'function' || check?.keepSpaces || typeof value !== 'string';
    return [name, asTyped ? value : value.trim()] as const;
  });
  return Object.fromEntries(entries);
}
