import { defineConfig } from '@playwright/test';
import standard from '../../playwright.config.js';

/** These stories start `npm run cluster` themselves, because they restart its nodes. */
export default defineConfig({
  ...standard,
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  grepInvert: undefined,
  projects: [{ name: 'cluster' }],
  workers: 1,
  webServer: undefined,
});
