import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const EMPTY_SYSTEM = '**/board.e2e.ts';

/** The switch replaces Playwright's own, so its names that matter here are repeated. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each window would load two suggestion lists for its address bar, which nobody types into. That
  // takes more of the processor than a page of ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in reserve for each browser context, which most tests never use.
  'SpareRendererForSitePerProcess',
];

/** Every worker has a server of its own (`demo-server.ts`), so all tests may run in any order. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // `npm run test:long` runs @long. CONTRIBUTING has the command for @pictures.
  grepInvert: process.env['E2E_LONG'] === 'on' ? undefined : /@long|@pictures/,
  fullyParallel: true,
  // Another system needs another worker, which Playwright would start when all others have ended.
  projects: [
    { name: 'empty system', testMatch: EMPTY_SYSTEM },
    // The tests of the cluster run on several nodes, by `npm run test:long`.
    { testIgnore: [EMPTY_SYSTEM, '**/e2e/cluster/**'] },
  ],
  // On two slow cores the suite took 354 s with three workers and 380 s with two.
  workers: 3,
  forbidOnly: true,
  // Neither is a promise: both only end a test that makes no progress, on the slowest machine too.
  timeout: 480_000,
  expect: { timeout: 150_000 },
  reporter: 'list',
  use: {
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // An alarm's animation would be painted without end. Tests of animations ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    // Stories route requests, and a service worker would send some of them past the route.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace takes snapshots by evaluating in the page, which Chromium counts as a gesture.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path)),
      // No flag changes the autoplay policy, because tests depend on it.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
});
