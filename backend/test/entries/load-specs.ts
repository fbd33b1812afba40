import { join } from 'node:path';
import { closeFreshApp } from '../support/fresh-app.js';
import { closeLeft } from '../support/start-app.js';
import { chosenSpecs, type Entry } from './spec-files.mjs';

const BACKEND = join(__dirname, '../..');

/**
 * Runs the spec files of an entry in the entry's module registry. Jest gives every test file a registry
 * of its own, and to load the application into a new one takes longer than the tests of most files.
 */
export function loadSpecs(entry: Entry): void {
  afterAll(async () => {
    await closeFreshApp();
    expect(await closeLeft()).toEqual([]);
  });
  for (const path of chosenSpecs()[entry] ?? []) {
    describe(path, () => {
      // The next file shares the registry, and so whatever this one has replaced.
      afterAll(() => {
        jest.restoreAllMocks();
        jest.useRealTimers();
      });
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- it must load inside of `describe`
      require(join(BACKEND, path));
    });
  }
}
