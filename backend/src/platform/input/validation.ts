import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';

/** Valid payloads have two levels at most; much deeper ones overflow the validators' stack. */
const DEPTH_MAX = 8;

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
    exceptionFactory: (errors) => new AppError('request.invalid', fieldsOf(errors)),
  });
}

function fieldsOf(errors: ValidationError[], prefix = ''): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of errors) {
    const name = prefix + error.property;
    const [message] = Object.values(error.constraints ?? {});
    if (message !== undefined) fields[name] = message;
    Object.assign(fields, fieldsOf(error.children ?? [], `${name}.`));
  }
  return fields;
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}
