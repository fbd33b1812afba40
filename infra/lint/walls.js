import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { folderOrder } from './folder-order.js';

/**
 * The backend's rooms, which are its folders of modules, in the order of imports. A room imports
 * only rooms to its left. A change on the left that needs work on the right writes an outbox row.
 */
export const ROOMS = [
  'audit',
  'gate',
  'auth',
  'buildings',
  'alarms',
  'push',
  'exercises',
  'kiosks',
  'account',
  'recovery',
  'admin',
  'demo',
];
/** The files that other rooms may import: services, the module, the actor and the guards. */
const SHOWN = /^([a-z-]+\.service|[a-z-]+\.module|[a-z-]+\.guard|(current-)?actor)\.ts$/;

const BACKEND = 'backend/src';
const FRONTEND = 'frontend/src';
const ALARMS = `${BACKEND}/modules/alarms`;
/** The services beside these folders import all of them, and `live` imports the services. */
export const ALARM_FOLDERS = ['model', 'stream', ['responses', 'history'], 'probe'];
const FLOORS = ['app', 'features', 'ui', 'lib', 'service-worker', 'testing'];
/** Each folder imports only those to its left. */
export const LIB = ['time', 'browser', 'audio', 'net', 'session', 'realtime', 'hooks'];
export const ALARM_ROOM = [
  'model',
  'feed',
  'commands',
  'send',
  'ongoing',
  ['panel', 'history', 'ringing'],
  'practice',
];

/** @param {string} root the repository */
export function walls(root) {
  return absolute(root, [...backendWalls(root), ...frontendWalls(root)]);
}

/**
 * Returns the walls of production code. Tests are exempt, because they combine folders.
 * @param {string} root the repository
 */
export function frontendProductionWalls(root) {
  return absolute(root, [
    ...folderOrder(root, `${FRONTEND}/lib`, LIB),
    ...folderOrder(root, `${FRONTEND}/features/alarms`, ALARM_ROOM, ['testing']),
    {
      target: FRONTEND,
      from: `${FRONTEND}/**/testing/**`,
      except: [],
      message: 'Test helpers are for tests.',
    },
  ]);
}

function absolute(root, zones) {
  return zones.map(({ target, from, except, message }) => ({
    target: join(root, target),
    from: join(root, from),
    except: except.map((path) => `./${path}`),
    message,
  }));
}

function backendWalls(root) {
  const rooms = foldersIn(root, `${BACKEND}/modules`, ROOMS);
  return [
    { ...only(BACKEND, 'frontend', []), message: 'The server imports nothing of the browser.' },
    only(`${BACKEND}/contract`, BACKEND, ['contract']),
    only(`${BACKEND}/platform`, BACKEND, ['platform', 'contract']),
    only(`${BACKEND}/migrations`, BACKEND, ['migrations', 'platform']),
    only(`${BACKEND}/modules`, BACKEND, ['modules', 'platform', 'contract']),
    ...alarmWalls(root),
    ...rooms.flatMap((room) => rooms.filter((other) => other !== room).map(between(root, room))),
  ];
}

/** `model ← stream ← responses, history ← services and controllers ← live ← the module` */
function alarmWalls(root) {
  const entries = readdirSync(join(root, ALARMS));
  const services = entries.filter((name) => name.endsWith('.ts') && name !== 'alarms.module.ts');
  return [
    ...folderOrder(root, ALARMS, ALARM_FOLDERS, [...services, 'live', 'alarms.module.ts']),
    ...services.map((name) => ({
      target: `${ALARMS}/${name}`,
      from: `${ALARMS}/live`,
      except: [],
      message: 'live imports the services, not the other way round.',
    })),
    {
      target: `${ALARMS}/live`,
      from: `${ALARMS}/alarms.module.ts`,
      except: [],
      message: 'Only the application imports a module.',
    },
  ];
}

function between(root, room) {
  return (other) => {
    const target = `${BACKEND}/modules/${room}`;
    const from = `${BACKEND}/modules/${other}`;
    if (ROOMS.indexOf(other) > ROOMS.indexOf(room)) {
      return { target, from, except: [], message: `${room} is left of ${other}.` };
    }
    const except = filesIn(join(root, from)).filter((path) => SHOWN.test(basename(path)));
    return { target, from, except, message: `${other} exports only services, module and actor.` };
  };
}

function frontendWalls(root) {
  foldersIn(root, FRONTEND, FLOORS);
  const features = foldersIn(root, `${FRONTEND}/features`);
  return [
    only(FRONTEND, BACKEND, ['contract']),
    only(`${FRONTEND}/ui`, FRONTEND, ['ui', 'testing']),
    { ...only(`${FRONTEND}/ui`, BACKEND, []), message: 'ui imports nothing from the backend.' },
    only(`${FRONTEND}/lib`, FRONTEND, ['lib', 'testing']),
    only(`${FRONTEND}/service-worker`, FRONTEND, ['service-worker', 'lib']),
    {
      target: `${FRONTEND}/app`,
      from: `${FRONTEND}/service-worker`,
      except: [],
      message: 'The service worker is a script of its own.',
    },
    ...features.flatMap((name) => [
      only(`${FRONTEND}/features/${name}`, FRONTEND, ['features', 'ui', 'lib', 'testing']),
      only(`${FRONTEND}/features/${name}`, `${FRONTEND}/features`, [name]),
    ]),
  ];
}

/** @returns {string[]} the paths of all files below the folder, relative to it */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).map(String);
}

function only(target, from, except) {
  return { target, from, except, message: `Here only ${except.join(', ')} may be imported.` };
}

/** Throws for a folder that no wall lists, because it could import anything. */
function foldersIn(root, path, known) {
  const found = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const unknown = known ? found.filter((name) => !known.includes(name)) : [];
  if (unknown.length > 0) {
    throw new Error(`${path}: give ${unknown.join(', ')} a place in infra/lint/walls.js`);
  }
  return found;
}
