// @ts-check
import { ApiProperty } from '@nestjs/swagger';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';

/**
 * @typedef {import('class-validator/types/metadata/ValidationMetadata.js').ValidationMetadata} Rule
 * @typedef {import('../src/contract/check-text.js').TextRule} TextRule
 */

/**
 * The JSON Schema of each validator, by the validator's name.
 * @type {Record<string, (constraints: any[]) => object>}
 */
const SCHEMAS = {
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isTime: () => ({ type: 'string', format: 'date-time' }),
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isIn: ([values]) => ({ type: 'string', enum: [...new Set(values)] }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  maxLength: ([maxLength]) => ({ maxLength }),
  matches: ([pattern]) => ({ type: 'string', pattern: pattern.source }),
  isPageCursor: () => ({ type: 'string', description: 'The `next` of the page before' }),
  textField: ([rule]) => textSchema(rule),
};

/** @type {Set<object>} */
const described = new Set();

/** @returns the class of the property's objects, which `@Type` names; undefined for plain values */
function partOf(dto, property) {
  const type = defaultMetadataStorage.findTypeMetadata(dto, property);
  const made = type?.typeFunction();
  return made && made !== Number ? made : undefined;
}

/**
 * Describes a request's class by its validators, so that no property needs a second decorator.
 * @param {new (...args: never[]) => object} dto
 */
export function describeInput(dto) {
  described.add(dto);
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  for (const property of new Set(rules.map(({ propertyName }) => propertyName))) {
    const own = rules.filter(({ propertyName }) => propertyName === property);
    const one = Object.assign({ type: 'string' }, ...own.map(schemaOf));
    const listed = own.some(({ name }) => name === 'isArray');
    const part = partOf(dto, property);
    if (part && !described.has(part)) describeInput(part);
    const schema = part
      ? { type: () => part, isArray: listed }
      : listed
        ? { type: 'array', items: one }
        : one;
    ApiProperty({ ...schema, required: !own.some(isOptional) })(dto.prototype, property);
  }
}

/**
 * @param {Rule} rule
 * @returns {object}
 */
function schemaOf({ name, constraints }) {
  return SCHEMAS[name ?? '']?.(constraints ?? []) ?? {};
}

/**
 * `Allow` stands at texts of which every value is accepted, also none.
 * @param {Rule} rule
 */
function isOptional({ type, name, constraints }) {
  const isOptionalText = name === 'textField' && constraints?.[0]?.optional === true;
  return isOptionalText || type === 'conditionalValidation' || type === 'whitelistValidation';
}

/** @param {TextRule} rule */
function textSchema({ min, max, pattern }) {
  return {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    // Most programs read a pattern without its `u`, and no other rule needs one.
    ...(pattern && (pattern.unicode ? { format: 'idn-email' } : { pattern: pattern.source })),
  };
}
