import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { TextRule } from '../../contract/check-text.js';

type Class = new (...args: never[]) => object;
type Rule = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** The JSON Schema of each validator, by the validator's name. */
const SCHEMAS: Record<string, (constraints: unknown[]) => object> = {
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isIso8601: () => ({ type: 'string', format: 'date-time' }),
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isIn: ([values]) => ({ type: 'string', enum: values }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  maxLength: ([maxLength]) => ({ maxLength }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isPageCursor: () => ({ type: 'string', description: 'The `next` of the page before' }),
  textField: ([rule]) => textSchema(rule as TextRule),
};

/** Describes a request's class by its validators, so that no property needs a second decorator. */
export function describeInput(dto: Class): void {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  for (const property of new Set(rules.map(({ propertyName }) => propertyName))) {
    const own = rules.filter(({ propertyName }) => propertyName === property);
    const schema = Object.assign({ type: 'string' }, ...own.map(schemaOf)) as ApiPropertyOptions;
    const required = !own.some(isOptional);
    ApiProperty({ ...schema, required } as ApiPropertyOptions)(dto.prototype as object, property);
  }
}

function schemaOf({ name, constraints }: Rule): object {
  return SCHEMAS[name ?? '']?.((constraints as unknown[] | undefined) ?? []) ?? {};
}

/** `Allow` stands at texts of which every value is accepted, also none. */
function isOptional({ type, name, constraints }: Rule): boolean {
  const [rule] = (constraints ?? []) as Partial<TextRule>[];
  const isOptionalText = name === 'textField' && rule?.optional === true;
  return isOptionalText || type === 'conditionalValidation' || type === 'whitelistValidation';
}

function textSchema({ min, max, pattern }: TextRule): object {
  return {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    ...(pattern && { pattern: pattern.source }),
  };
}
