import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const backend = process.env.BACKEND_URL ?? 'http://localhost:3000';
/** The proxy makes backend and pages one origin in development, as in production. */
const proxied = { target: backend, changeOrigin: false };

const LICENSES = 'licenses.txt';
const stylePackages = new Set<string>();

/**
 * Adds the packages that style sheets import to Vite's list, which holds those of scripts only. It
 * stands before Tailwind, which replaces the imports by their content.
 */
const styleLicenses: Plugin = {
  name: 'style-licenses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.css')) return;
    const imports = code.matchAll(/@import\s+['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g);
    for (const [, name = ''] of imports) stylePackages.add(name);
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const list = bundle[LICENSES];
      if (list?.type !== 'asset' || typeof list.source !== 'string') {
        throw new Error(`${LICENSES} is missing in the build`);
      }
      list.source += [...stylePackages].map(licenseOf).join('');
    },
  },
};

/** @returns one entry in the format of Vite's list */
function licenseOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  const text = readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8').trim();
  return `\n## ${name} - ${version} (${license})\n\n${text}\n`;
}

const routerFile = (name: string) =>
  join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production', name);

/** The exports of react-router name its build for development alone, whose warnings take 0.5 kB. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: routerFile('index.mjs') },
        { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
      ],
    },
  }),
};

/**
 * The code that only signed-in tabs load, and all of it at once: one file is smaller than ten. The
 * entry must import none of it. The bar stays outside, because it shows that this code is missing.
 */
const ALARM_PATH = [
  /\/lib\/realtime\/building-readiness\.ts$/,
  /\/ui\/(confirm-dialog|optional|reserved-space|use-back)\.tsx?$|\/contract\/alarm\.ts$/,
  /\/app\/(signed-in\/|routes\/app\.tsx$)/,
  /\/features\/alarms\/(?!practice\/|history\/)/,
  /\/features\/readiness\/(?!check\/|push\/)/,
  /\/lib\/(audio\/[a-z-]+|browser\/(database|vibration|wake-lock)|hooks\/use-media|realtime\/socket|time\/with-timeout)\.ts$/,
];
/** The connection and the sound, which a display in a stairwell shares with the panel. */
const SIGNALS = [
  /\/(socket|engine)\.io-(client|parser)\/|\/@socket\.io\//,
  /\/lib\/(audio\/[a-z-]+|browser\/(vibration|wake-lock)|time\/(clock|with-timeout))\.ts$/,
];
/** Small modules that the panel shares with other pages: one file is smaller than twelve. */
const SHARED = [
  /\/contract\/(alarm-kinds|check-text|devices|written-text)\.ts$/,
  /\/lib\/(browser\/env|hooks\/use-load|realtime\/device-ack|session\/selected-building|time\/dates)\.ts$/,
  /\/ui\/pages\/page\.tsx$/,
  /\/icons\/(bell-ring|chevron-down|circle-(dashed|slash)|clipboard-check|eye|flame|hand-helping|heart-pulse|life-buoy|monitor|send|shield-check|triangle-alert|triangle-exclamation-point|volume-x)\.mjs$/,
];
/**
 * Pages that nobody opens in an emergency. The first script would name each of their parts, to load them
 * together with the page; without that it is smaller for everybody, and these pages load in two steps.
 */
const LATE_PAGES =
  /\/(about|building|check|close-account|contact|handover|history|past-alarm|policies|profile|reset)\b/;
const isShared = (id: string) => SHARED.some((path) => path.test(id));
const isSignal = (id: string) => SIGNALS.some((path) => path.test(id));
const isAlarmPath = (id: string) => ALARM_PATH.some((path) => path.test(id));

const NO_STORAGE = '--no-experimental-webstorage';

export default defineConfig({
  plugins: [styleLicenses, productionRouter, react(), tailwindcss()],
  resolve: {
    alias: [
      {
        find: '@contract',
        replacement: fileURLToPath(new URL('../backend/src/contract', import.meta.url)),
      },
    ],
  },
  server: {
    proxy: { '/api': proxied, '/socket.io': { ...proxied, ws: true } },
  },
  build: {
    manifest: true,
    license: { fileName: LICENSES },
    sourcemap: true,
    // The content security policy allows no inlined script, style or font.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, parts) =>
        LATE_PAGES.test(file) ? parts.filter((part) => part.endsWith('.css')) : parts,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The modules of every page are smaller as one file than as seven.
            { name: 'start', tags: ['$initial'] },
            { name: 'signals', test: isSignal },
            { name: 'alarm', test: isAlarmPath },
            { name: 'shared', test: isShared },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // A test beside endless builds may take minutes. One that is ended leaves its clock to all others.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A page for each of 102 files took 65 of 85 seconds. `setup.ts` cleans the page between files.
    isolate: false,
    // Node's BroadcastChannel reaches all threads of a process, so a worker is a process.
    pool: 'forks',
    maxWorkers: 2,
    // Node 25 and newer have a storage of their own, without a file, in place of the page's.
    execArgv: process.allowedNodeEnvironmentFlags.has(NO_STORAGE) ? [NO_STORAGE] : [],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
