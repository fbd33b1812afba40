import { defineConfig } from '@playwright/test';
import standard from '../../playwright.config.js';

/** These stories start `npm run cluster` themselves, because they restart its nodes. */
export default defineConfig({
  ...standard,
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  projects: undefined,
  globalSetup: undefined,
  grepInvert: undefined,
  workers: 1,
});
