import { createLogger } from '../../platform/logging.js';
import type { AuditService } from '../audit/audit.service.js';
import { AdminRefusals } from './admin.guard.js';

const TEN_MINUTES_MS = 10 * 60_000;
const record = jest.fn(() => Promise.resolve());
const audit = { record } as unknown as AuditService;

const refused = (actorId: string, details: object) => ({
  action: 'admin.refused',
  actorId,
  details,
});

beforeEach(() => {
  jest.useFakeTimers();
  record.mockReset().mockResolvedValue();
});
afterEach(() => jest.useRealTimers());

it('records the first refusal at once, and the number of the others after ten minutes', async () => {
  const refusals = new AdminRefusals(audit, createLogger('silent'));
  for (let n = 0; n < 600; n += 1) await refusals.record('karl', 'GET /admin/codes');
  await refusals.record('lisa', 'GET /admin/audit');
  const first = refused('karl', { route: 'GET /admin/codes' });
  const other = refused('lisa', { route: 'GET /admin/audit' });
  expect(record.mock.calls).toEqual([[first], [other]]);
  await jest.advanceTimersByTimeAsync(TEN_MINUTES_MS);
  expect(record.mock.calls).toEqual([
    [first],
    [other],
    [refused('karl', { route: 'GET /admin/codes', count: 599 })],
  ]);
  await refusals.record('karl', 'GET /admin/codes');
  expect(record).toHaveBeenLastCalledWith(first);
  await refusals.onApplicationShutdown();
});

it('records the number also when the node stops before, or once could not', async () => {
  const refusals = new AdminRefusals(audit, createLogger('silent'));
  await refusals.record('karl', 'GET /admin/codes');
  await refusals.record('karl', 'GET /admin/codes');
  record.mockRejectedValueOnce(new Error('database away'));
  await refusals.onApplicationShutdown();
  expect(record).toHaveBeenLastCalledWith(refused('karl', { route: 'GET /admin/codes', count: 1 }));
});
