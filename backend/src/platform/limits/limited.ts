import { Reflector } from '@nestjs/core';
import type { Limit } from './person-limits.js';

/** Gives a route a limit of its own instead of the one for all requests. */
export const Limited = Reflector.createDecorator<Limit>();
