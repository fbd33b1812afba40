import {
  ValidationPipe,
  type ArgumentMetadata,
  type Type,
  type ValidationError,
} from '@nestjs/common';
import { FIELD_MESSAGES, INVALID_FIELD } from '../../contract/check-text.js';
import { AppError } from '../errors/app-error.js';

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
