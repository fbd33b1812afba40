import { Drain } from '../drain.js';
import { createLogger } from '../logging.js';
import { CommittedJobs } from './committed-jobs.js';
import { newJob, type Job, type JobName } from './outbox.js';

const job = (name: JobName): Job => newJob(name, {}, new Date());

it('runs the job of a real alarm while those of exercises and closings wait', async () => {
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
    { 'push.alarm': 'push', 'push.exercise': 'notices', 'push.close': 'notices' } as never,
    new Drain({} as never),
    queue as never,
  );
  const others = Array.from({ length: 100 }, (_, n) => job(n % 2 ? 'push.close' : 'push.exercise'));
  const real = job('push.alarm');
  jobs.run([...others, real]);
  await Promise.resolve();
  expect(performed).toContain(real);
  expect(performed.length).toBeLessThan(others.length);
});
