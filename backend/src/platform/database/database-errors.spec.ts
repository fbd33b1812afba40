import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isContention, isOutage, isPassing } from './database-errors.js';

/** Tests which errors of the libraries below mean that the database cannot do the work now. */

describe('an outage that passes', () => {
  it.each([
    ['a statement, after its connection was lost', new QueryRunnerAlreadyReleasedError()],
    ['a transaction, after its connection was lost', new QueryRunnerProviderAlreadyReleasedError()],
    ['a connection that is refused', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
    ['a server that shuts down', Object.assign(new Error(), { code: '57P01' })],
  ])('is the error of %s', (_, error) => {
    expect([isOutage(error), isPassing(error), isContention(error)]).toEqual([true, true, false]);
  });
});

it('an operator has to mend a table that is gone', () => {
  const error = Object.assign(new Error(), { driverError: { code: '42P01' } });
  expect([isOutage(error), isPassing(error)]).toEqual([true, false]);
});

it.each([
  new Error('a fault of the code'),
  undefined,
  Object.assign(new Error(), { code: '23505' }),
])('no outage is %s', (error) => {
  expect(isOutage(error)).toBe(false);
});
