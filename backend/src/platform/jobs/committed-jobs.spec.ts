import { Drain } from '../drain.js';
import { createLogger } from '../logging.js';
import { CommittedJobs } from './committed-jobs.js';
import { newJob, type Job } from './outbox.js';

const job = (): Job => newJob('housekeeping.retire', {}, new Date());

it('runs the job of a real alarm while those of many exercises wait', async () => {
  const performed: Job[] = [];
  const queue = {
    perform: (one: Job) => {
      performed.push(one);
      return new Promise<void>(() => undefined);
    },
  };
  const jobs = new CommittedJobs(
    { role: 'all' } as never,
    createLogger('silent'),
    new Drain({} as never),
    queue as never,
  );
  const exercises = Array.from({ length: 100 }, job);
  const real = job();
  jobs.run(exercises, 'exercise');
  jobs.run([real], 'real');
  await Promise.resolve();
  expect(performed).toContain(real);
  expect(performed.length).toBeLessThan(exercises.length);
});
