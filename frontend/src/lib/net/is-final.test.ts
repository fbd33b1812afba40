import type { ErrorCode } from '@contract/errors';
import { expect, it } from 'vitest';
import { ApiError } from './http.js';
import { isFinal } from './is-final.js';

it.each<[number, ErrorCode | 'network.unreachable', boolean]>([
  [400, 'request.invalid', true],
  [403, 'building.not_a_member', true],
  [404, 'alarm.not_found', true],
  [409, 'alarm.id_taken', true],
  [429, 'alarm.rate_limited', true],
  [429, 'auth.too_many_attempts', false],
  [401, 'auth.required', false],
  [408, 'alarm.not_found', false],
  [500, 'system.unavailable', false],
  [503, 'alarm.not_kept', false],
  [503, 'system.busy', false],
  [503, 'alarm.busy', false],
  [0, 'network.unreachable', false],
  [399, 'alarm.not_found', false],
])('%i %s is final: %s', (status, code, expected) => {
  expect(isFinal(new ApiError(status, code, ''))).toBe(expected);
});

it('is false for anything that is not an answer of the server', () => {
  expect(isFinal(new TypeError('network'))).toBe(false);
  expect(isFinal({ status: 404, code: 'alarm.not_found' })).toBe(false);
  expect(isFinal(undefined)).toBe(false);
});
