import { fileURLToPath } from 'node:url';
import common from './common.config.mjs';

/** Mutates the browser's rules: the feed, the ringing, and the state and the loop of a press. */
export default {
  ...common,
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: fileURLToPath(new URL('vitest.config.mjs', import.meta.url)) },
  mutate: [
    'src/features/alarms/feed/feed.ts',
    'src/features/alarms/model/alarm-rules.ts',
    'src/features/alarms/send/{find-outcome,press,press-state,send-loop}.ts',
  ],
};
