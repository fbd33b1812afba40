import standard from '../../frontend/vite.config.ts';

/** Configures the tests of the browser's rules, which run in a copy of `frontend`. */
export default {
  ...standard,
  root: process.cwd(),
  test: { ...standard.test, include: ['src/features/alarms/{feed,model,send}/*.test.ts'] },
};
