import { fileURLToPath } from 'node:url';
import common from './common.config.mjs';

/** Mutates the server's rules, which pure tests cover. */
export default {
  ...common,
  testRunner: 'jest',
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  jest: { configFile: fileURLToPath(new URL('jest.config.mjs', import.meta.url)) },
  mutate: [
    'src/modules/alarms/live/flow.ts',
    'src/modules/alarms/model/{alarm,alarm-rules,alarm-views}.ts',
    'src/modules/alarms/model/{policy,press}.ts',
    'src/modules/alarms/stream/stream-sync.ts',
    'src/modules/audit/chain.ts',
    'src/modules/auth/sessions/access-tokens.ts',
    'src/platform/limits/{attempt-limits,attempt-queue,network-of,person-limits,slots}.ts',
  ],
};
