import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Two clones on one machine may test at the same time with another port each. */
const PORT = Number(process.env['E2E_PORT'] ?? 3170);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * These raise alarms in the demo building, one at a time, so that no test receives another's. They take
 * longest: a test that needs no alarm belongs into `spec`, with members of another building.
 */
const IN_THE_BUILDING = '**/e2e/*.e2e.ts';

/** It gives the administrator a home for a while, who would then receive alarms in other tests. */
const ALONE = '**/e2e/every-page.e2e.ts';
/** It runs on several nodes, by `npm run test:long`. */
const CLUSTER = '**/e2e/cluster/**';

/** The server sends pushes here, where a test that wants them starts a push service. */
const PUSH_PORT = PORT + 10_000;

/** All tests share one server. No flag changes the autoplay policy, because tests depend on it. */
export default defineConfig<{ pushPort: number }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  // `npm run test:long` runs @long. CONTRIBUTING has the command for @pictures.
  grepInvert: process.env['E2E_LONG'] === 'on' ? undefined : /@long|@pictures/,
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'building', testMatch: IN_THE_BUILDING, testIgnore: [ALONE, CLUSTER], workers: 1 },
    { name: 'pages', testMatch: '**/spec/*.e2e.ts', workers: 1 },
    { name: 'alone', testMatch: ALONE, dependencies: ['building', 'pages'], workers: 1 },
  ],
  forbidOnly: true,
  // These limits end a test that makes no progress. A busy machine takes its time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${PORT}`,
    pushPort: PUSH_PORT,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // Stories route requests, and a service worker would send some of them past the route.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace takes snapshots by evaluating in the page, which Chromium counts as a gesture.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node e2e/server.mjs ${PORT} ${PUSH_PORT}`,
    url: `http://localhost:${PORT}/api/health/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
