import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { checkText, type TextRule } from '../contract/limits.js';

/**
 * A text that comes in: trimmed unless the rule keeps spaces, empty optional texts become
 * undefined, and the first broken rule is told in the words of the contract's table.
 */
export function TextField(rule: TextRule): PropertyDecorator {
  return (target, property) => {
    Transform(({ value }: { value: unknown }) => tidy(rule, value))(target, property);
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

function tidy(rule: TextRule, value: unknown): unknown {
  if (typeof value !== 'string' || rule.keepSpaces) return value;
  const trimmed = value.trim();
  return trimmed === '' && rule.optional ? undefined : trimmed;
}
