// @ts-check
import { get } from 'node:http';
import { firstLoad, LIMITS_KB, PAGES } from '../../local/first-load.mjs';

/** The documents of a first visit, with the scripts and style sheets that they load at once. */
const NAMES = {
  gate: 'the gate',
  signInPage: 'the sign-in page',
  alarmPage: 'the alarm panel',
  display: 'a display',
};

/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 1, full: 1 },
  round: async ({ arena: open }) => {
    const { resq } = await open();
    const samples = [];
    for (const page of /** @type {const} */ (['gate', 'signInPage', 'alarmPage', 'display'])) {
      const { scripts, styles } = firstLoad(PAGES[page]);
      const paths = ['', ...scripts, ...styles];
      const sizes = await Promise.all(paths.map((path) => bytesOf(resq.port, `/${path}`)));
      const kb = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000;
      const measure = `${NAMES[page]} over the wire`;
      samples.push({ measure, unit: 'kB', own: kb, max: LIMITS_KB[page] });
    }
    return samples;
  },
};

/** @param {number} port @param {string} path @returns {Promise<number>} the body's size as it is sent */
function bytesOf(port, path) {
  const options = { host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br, gzip' } };
  return new Promise((resolve, reject) => {
    const sent = get(options, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
  });
}
