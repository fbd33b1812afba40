import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { checkText, type TextRule } from '../../contract/limits.js';

interface TextFieldOptions {
  /** For changes: an empty text clears the saved one, and only a missing text leaves it. */
  emptyClears?: boolean;
}

/**
 * Validates an incoming text. It is trimmed unless the rule keeps spaces, and an empty optional
 * text becomes undefined. The error is the contract's message for the first broken rule.
 */
export function TextField(
  rule: TextRule,
  { emptyClears = false }: TextFieldOptions = {},
): PropertyDecorator {
  const empty = emptyClears ? '' : undefined;
  return (target, property) => {
    Transform(({ value }: { value: unknown }) => tidy(rule, value, empty))(target, property);
    registerDecorator({
      name: 'textField',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => checkText(rule, value) === undefined,
        defaultMessage: (args) => checkText(rule, args?.value) ?? '',
      },
    });
  };
}

function tidy(rule: TextRule, value: unknown, empty: string | undefined): unknown {
  if (value === null && rule.optional) return empty;
  if (typeof value !== 'string' || rule.keepSpaces) return value;
  const trimmed = value.trim();
  return trimmed === '' && rule.optional ? empty : trimmed;
}
