import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '../../contract/errors.js';

/** The code of an event's acknowledgement while the database is away. */
export const OutageCode = Reflector.createDecorator<ErrorCode>();
