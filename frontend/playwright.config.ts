import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Two clones on one machine may test at the same time with another port each. */
const PORT = Number(process.env['E2E_PORT'] ?? 3170);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Both halves take equally long. Each has a server, so that no test receives alarms of the other. */
const SECOND_HALF = [
  'spec/*.e2e.ts',
  'every-page.e2e.ts',
  'readiness.e2e.ts',
  'ways-in.e2e.ts',
].map((pattern) => `**/e2e/${pattern}`);
const SECOND_PORT = PORT + 1_000;
/** It runs on several nodes, by `npm run test:long`. */
const CLUSTER = '**/e2e/cluster/**';

/** A server sends pushes here, where a test that wants them starts a push service. */
const pushPortOf = (port: number) => port + 10_000;

const originOf = (port: number) => `http://localhost:${port}`;

const useOf = (port: number) => ({ baseURL: originOf(port), pushPort: pushPortOf(port) });

const serverOn = (port: number) => ({
  command: `node e2e/server.mjs ${port} ${pushPortOf(port)}`,
  url: `${originOf(port)}/api/health/ready`,
  timeout: 180_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
});

/**
 * The tests of one half run one after the other. No flag changes the autoplay policy, because tests
 * depend on it.
 */
export default defineConfig<{ pushPort: number }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  // `npm run test:long` runs @long. CONTRIBUTING has the command for @pictures.
  grepInvert: process.env['E2E_LONG'] === 'on' ? undefined : /@long|@pictures/,
  fullyParallel: false,
  workers: 2,
  testMatch: '**/*.e2e.ts',
  projects: [
    { name: 'first', testIgnore: [...SECOND_HALF, CLUSTER], use: useOf(PORT), workers: 1 },
    { name: 'second', testMatch: SECOND_HALF, use: useOf(SECOND_PORT), workers: 1 },
  ],
  forbidOnly: true,
  timeout: 120_000,
  // Two browsers without a graphics card share two cores.
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
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
  webServer: [serverOn(PORT), serverOn(SECOND_PORT)],
});
