import {
  ValidationPipe,
  type ArgumentMetadata,
  type Type,
  type ValidationError,
} from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  Allow,
  isISO8601,
  isUUID,
  IsUUID,
  registerDecorator,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import {
  checkText,
  FIELD_MESSAGES,
  INVALID_FIELD,
  type TextRule,
  tidyText,
} from '../contract/check-text.js';
import { AppError } from './errors/app-error.js';

/** Valid payloads have two levels at most; much deeper ones overflow the validators' stack. */
const DEPTH_MAX = 8;
/** The rules whose decorators carry a message of ours. */
const WITH_MESSAGE = ['textField', 'matches'];

class DoorPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // A handler's other arguments, such as its socket, pass through here too.
    const foreign = metadata.type !== 'custom';
    if (foreign && isDeeperThan(DEPTH_MAX, value)) throw new AppError('request.invalid');
    return super.transform(value, metadata);
  }
}

/** Creates the check of HTTP bodies and socket payloads; it refuses unknown properties. */
export function createValidationPipe(): ValidationPipe {
  return new DoorPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => new AppError('request.invalid', { fields: fieldsOf(errors) }),
  });
}

const pipe = createValidationPipe();

/**
 * @returns the payload as an instance of the type
 * @throws AppError request.invalid, with a sentence for each refused field
 */
export const validated = <T extends object>(type: Type<T>, payload: unknown): Promise<T> =>
  pipe.transform(payload, { type: 'body', metatype: type }) as Promise<T>;

function fieldsOf(errors: ValidationError[], prefix = ''): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of errors) {
    const name = prefix + error.property;
    const [broken] = Object.entries(error.constraints ?? {});
    if (broken) fields[name] = messageOf(...broken);
    Object.assign(fields, fieldsOf(error.children ?? [], `${name}.`));
  }
  return fields;
}

/** class-validator's own messages are English and name the property. */
function messageOf(rule: string, message: string): string {
  return WITH_MESSAGE.includes(rule) ? message : (FIELD_MESSAGES[rule] ?? INVALID_FIELD);
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

interface TextFieldOptions {
  /** For changes: an empty text clears the saved one, and only a missing text leaves it. */
  emptyClears?: boolean;
}

/**
 * Validates an incoming text. It is cleaned if the rule says so and tidied unless the rule keeps
 * spaces, and an empty optional text becomes undefined. The error is the contract's message for the first broken rule.
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
      constraints: [rule],
      validator: {
        validate: (value: unknown) => checkText(rule, value) === undefined,
        // An optional text has no message for a value that is no text.
        defaultMessage: (args) => checkText(rule, args?.value) || INVALID_FIELD,
      },
    });
  };
}

/**
 * Accepts an optional text of an alarm or a response. Its faults never cost the alarm: a text that
 * is too long is cut, and a value that is no text counts as missing.
 */
export function AlarmText(rule: TextRule): PropertyDecorator {
  return (target, property) => {
    Transform(({ value }: { value: unknown }) => fitted(rule, tidy(rule, value, undefined)))(
      target,
      property,
    );
    Allow()(target, property);
  };
}

function fitted(rule: TextRule, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // The cut may leave the first half of a surrogate pair at the end.
  const cut = value.slice(0, rule.max).replace(/[\ud800-\udbff]$/, '');
  return cut.trimEnd();
}

function tidy(rule: TextRule, value: unknown, empty: string | undefined): unknown {
  if (value === null && rule.optional) return empty;
  if (typeof value !== 'string' || rule.keepSpaces) return value;
  const text = tidyText(rule, rule.cleaned ? clean(value) : value);
  return text === '' && rule.optional ? empty : text;
}

/** Makes a text savable. The characters that break lines stay here. */
const clean = (text: string): string =>
  text.replace(/(?![\t\n\v\f\r\u0085])\p{Control}/gu, '').toWellFormed();

const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** A UUID in lower case. PostgreSQL ignores the case, so every other comparison must do so too. */
export const IdField = (): PropertyDecorator => (target, property) => {
  Transform(({ value }: { value: unknown }) => lower(value))(target, property);
  IsUUID()(target, property);
};

/** The `:id` of a route. */
export class IdParam {
  @IdField()
  id: string;
}

/** Allows a missing value. `IsOptional` allows null too, which no service expects. */
export const MayBeMissing = (): PropertyDecorator =>
  ValidateIf((_body, value: unknown) => value !== undefined);

const WITH_ZONE = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Validates a time with `Z` or an offset: without one it would be a time in the server's zone. */
export const IsTime = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTime',
    validator: {
      validate: (value: unknown) =>
        isISO8601(value, { strict: true }) &&
        WITH_ZONE.test(String(value)) &&
        !Number.isNaN(Date.parse(String(value))),
    },
  });

/**
 * Validates the cursor of a page in a list ordered by time: the time and the id of the page's last
 * item. The times are compared because PostgreSQL fails on one such as 30 February.
 */
export const IsPageCursor = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPageCursor',
    validator: {
      validate: (value: unknown) => {
        const [at = '', id, ...rest] = typeof value === 'string' ? value.split('_') : [];
        return isExactTime(at) && isUUID(id) && rest.length === 0;
      },
    },
  });

export class PageQuery {
  /** The `next` of the page before. */
  @MayBeMissing()
  @IsPageCursor()
  before?: string;
}

/** PostgreSQL has no year 0. */
function isExactTime(at: string): boolean {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString() === at && /^(?!0000)\d/.test(at);
}

/** @param at ISO 8601, UTC, milliseconds */
export const pageCursor = (at: string, id: string): string => `${at}_${id}`;

/** @returns the last item's time and id; nulls for the first page, as its query expects */
export function readPageCursor(cursor: string | undefined): {
  at: string | null;
  id: string | null;
} {
  const [at = null, id = null] = cursor?.split('_') ?? [];
  return { at, id };
}
