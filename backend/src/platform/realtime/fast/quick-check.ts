import { Reflector } from '@nestjs/core';

/**
 * Takes the usual payload of an event that comes in thousands, without the general validation, which
 * costs more than the event's work. It returns undefined for every other payload, valid or not: the
 * validation then decides. What it returns must be what the validation would have returned.
 */
export const QuickCheck = Reflector.createDecorator<(payload: unknown) => object | undefined>();
