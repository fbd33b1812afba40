import type { Config } from '../../../platform/config.js';
import { createLogger } from '../../../platform/logging.js';
import { Metrics } from '../../../platform/metrics.js';
import { PushSender } from './push-sender.js';

it('counts from zero the pushes of each service by each answer', async () => {
  const metrics = new Metrics({} as Config, createLogger('silent'));
  const unused = {} as never;
  new PushSender(unused, unused, unused, unused, unused, metrics);
  const text = await metrics.text();
  for (const service of ['google', 'mozilla', 'apple', 'windows'])
    for (const result of ['sent', 'dead', 'failed'])
      expect(text).toContain(`resq_pushes_total{service="${service}",result="${result}"} 0\n`);
});
