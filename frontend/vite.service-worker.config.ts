import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Names the build of the pages, which was made just before: each gets its own worker and cache. */
const build = createHash('sha256')
  .update(readFileSync(pathOf('dist/index.html')))
  .digest('hex')
  .slice(0, 12);

/** Builds the service worker: one script at the root, since its address decides what it may serve. */
export default defineConfig({
  resolve: {
    alias: [{ find: '@contract', replacement: pathOf('../backend/src/contract') }],
  },
  define: { BUILD: JSON.stringify(build) },
  publicDir: false,
  build: {
    emptyOutDir: false,
    sourcemap: true,
    modulePreload: false,
    rolldownOptions: {
      input: pathOf('src/service-worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
