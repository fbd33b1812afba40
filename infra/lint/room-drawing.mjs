// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_FOLDERS, ALARM_ROOM, frontendProductionWalls, LIB, ROOMS, walls } from './walls.js';

/** @typedef {{ target: string, from: string, except: string[], message: string }} Zone */
/** @typedef {{ title: string, rooms: Record<string, string> }} Drawing labels by folder or file */

const SERVER_ALARMS = 'backend/src/modules/alarms';
const BROWSER_ALARMS = 'frontend/src/features/alarms';

/** @param {string} parent @param {string[]} names */
const foldersOf = (parent, names) =>
  Object.fromEntries(names.map((name) => [`${parent}/${name}`, name]));

/** @type {Drawing[]} */
const DRAWINGS = [
  {
    title: 'The server',
    rooms: {
      'backend/src/contract': 'contract',
      'backend/src/platform': 'platform',
      ...foldersOf('backend/src/modules', ROOMS),
    },
  },
  {
    title: 'The alarm on the server',
    rooms: {
      ...foldersOf(SERVER_ALARMS, ALARM_FOLDERS.flat()),
      [`${SERVER_ALARMS}/alarms.service.ts`]: 'services and controllers',
      [`${SERVER_ALARMS}/live`]: 'live',
    },
  },
  {
    title: 'The browser',
    rooms: {
      'backend/src/contract': 'contract',
      ...foldersOf('frontend/src/lib', LIB),
      'frontend/src/ui': 'ui',
      'frontend/src/features/alarms': 'each feature',
      'frontend/src/app': 'app',
      'frontend/src/service-worker': 'service worker',
    },
  },
  {
    title: 'The alarm in the browser',
    rooms: foldersOf(BROWSER_ALARMS, ALARM_ROOM.flat()),
  },
];

/**
 * Draws which rooms may import which, from the zones that the linter applies. An arrow that follows
 * from two others is left out.
 * @param {string} root the repository
 * @returns {string} Markdown with one Mermaid flowchart for each drawing
 */
export function drawRooms(root) {
  const zones = [...walls(root), ...frontendProductionWalls(root)];
  return DRAWINGS.map((drawing) => draw(root, zones, drawing)).join('\n\n');
}

/** @param {string} root @param {Zone[]} zones @param {Drawing} drawing */
function draw(root, zones, { title, rooms }) {
  // The list of modules names some that are not built yet.
  const paths = Object.keys(rooms).filter((path) => existsSync(join(root, path)));
  const isAllowed = (/** @type {string} */ a, /** @type {string} */ b) =>
    a !== b && mayImport(zones, join(root, a), join(root, b));
  const isDirect = (/** @type {string} */ a, /** @type {string} */ b) =>
    isAllowed(a, b) && !paths.some((between) => isAllowed(a, between) && isAllowed(between, b));
  const arrows = paths.flatMap((a) =>
    paths.filter((b) => isDirect(a, b)).map((b) => `  ${idOf(paths, a)} --> ${idOf(paths, b)}`),
  );
  const names = paths.map((path) => `  ${idOf(paths, path)}["${rooms[path]}"]`);
  return [`**${title}**`, '', '```mermaid', 'flowchart LR', ...names, ...arrows, '```'].join('\n');
}

/** @param {string[]} paths @param {string} path */
const idOf = (paths, path) => `r${paths.indexOf(path)}`;

/** @param {Zone[]} zones @param {string} importer @param {string} imported */
function mayImport(zones, importer, imported) {
  return !zones.some(({ target, from, except }) => {
    if (!isWithin(importer, target) || !isWithin(imported, from)) return false;
    return !except.some((path) => {
      const allowed = join(from, path);
      return isWithin(imported, allowed) || isWithin(allowed, imported);
    });
  });
}

/** @param {string} path @param {string} folder */
const isWithin = (path, folder) => path === folder || path.startsWith(`${folder}/`);
