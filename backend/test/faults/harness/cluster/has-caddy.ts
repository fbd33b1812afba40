import { spawnSync } from 'node:child_process';

/** Whether the proxy's program is installed; the tests install no packages for it. */
export const hasCaddy = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0;
