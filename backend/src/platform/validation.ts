import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { AppError } from './app-error.js';

/** The door's check, for HTTP bodies and socket payloads alike: unknown properties are refused. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
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
