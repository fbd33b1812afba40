// @ts-check
import { randomUUID } from 'node:crypto';
import { ORIGIN } from './node.mjs';
import { ask } from './talk.mjs';

/** @typedef {import('./arena.mjs').Arena} Arena */
/** @typedef {import('./arena.mjs').Server} Server */
/** @typedef {import('./buildings.mjs').Building} Building */

/**
 * @typedef {object} PressTimes in ms since the press was sent; NaN for what was not waited for
 * @property {number} answeredMs
 * @property {number} firstMs when the first socket received the alarm
 * @property {number} lastMs
 * @property {number} nextMs how long a press in another building took from then on
 */

/**
 * @typedef {object} Crowd many sockets of one server
 * @property {Server} server
 * @property {number} openedMs
 * @property {(options?: PressOptions) => Promise<PressTimes>} press
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} PressOptions
 * @property {'http' | 'socket'} [by]
 * @property {Server} [through] the node that takes a press by HTTP, when it is another one
 * @property {'at once' | 'spread'} [receipts] when every socket reports that it has received the alarm
 * @property {Building} [next] a building in which somebody presses when the last socket has received it
 */

/** A phone and a computer. */
const TABS_OF_A_MEMBER = 2;

/** @param {number} sockets @returns the number of members who have them */
export const membersOf = (sockets) => Math.ceil(sockets / TABS_OF_A_MEMBER);

/**
 * Connects the members of buildings to a node, each with their own, new access token.
 * @param {Arena} arena
 * @param {Building[]} buildings
 * @param {{ count: number, server?: Server, reports?: 'by event' | 'in handshake', deviceIds?: string[] }} options `count` sockets, two a member
 * @returns {Promise<Crowd>} presses are sent in the first building
 */
export async function connectMembers(
  arena,
  buildings,
  { count, server = arena.resq, reports, deviceIds },
) {
  const members = buildings.flatMap((building) => building.members);
  const tokens = members.map((member) => arena.sign(member));
  const given = Array.from({ length: count }, (_, n) => tokens[n % tokens.length] ?? '');
  const group = randomUUID();
  const opening = {
    group,
    port: server.port,
    origin: ORIGIN,
    count,
    tokens: given,
    reports,
    deviceIds,
  };
  const openedMs = await ask(arena.clients, 'open', opening);
  return {
    server,
    openedMs,
    press: (options) =>
      press(arena, options?.through ?? server, buildings[0], { group, ...options }),
    close: () => ask(arena.clients, 'close', { group }),
  };
}

/**
 * Connects displays of a building's stairwells.
 * @param {Arena} arena @param {Building} building @param {number} count
 * @returns {Promise<{ close: () => Promise<void> }>}
 */
export async function connectDisplays(arena, building, count) {
  const ids = await arena.buildings.addDisplays(building.id, count);
  const tokens = ids.map((id) => arena.signDisplay(id, building.id));
  const group = randomUUID();
  const opening = { group, port: arena.resq.port, origin: ORIGIN, count, tokens, isDisplay: true };
  await ask(arena.clients, 'open', opening);
  return { close: () => ask(arena.clients, 'close', { group }) };
}

/** @param {Arena} arena @param {'ws' | 'socketio'} name @param {number} count @returns {Promise<Crowd>} */
export async function connectPeers(arena, name, count) {
  const server = arena[name];
  const group = randomUUID();
  const bare = name === 'ws';
  const openedMs = await ask(arena.clients, 'open', {
    group,
    port: server.port,
    origin: ORIGIN,
    count,
    bare,
  });
  return {
    server,
    openedMs,
    press: ({ receipts } = {}) =>
      ask(arena.clients, 'press', { group, frame: '42["press"]', receipts }),
    close: () => ask(arena.clients, 'close', { group }),
  };
}

/** Presses in a building in which nobody is connected. @param {Arena} arena @param {Building} building */
export const pressAlone = (arena, building) => press(arena, arena.resq, building, {});

/**
 * Sends a press and ends its alarm, which is not part of any time.
 * @param {Arena} arena
 * @param {Server} server
 * @param {Building | undefined} building
 * @param {PressOptions & { group?: string }} options
 * @returns {Promise<PressTimes>}
 */
async function press(arena, server, building, { group, by = 'http', receipts, next }) {
  if (!building) throw new Error('nobody to press');
  const alarm = { alarmId: randomUUID(), type: 'fire', separate: true };
  const raise = ['alarm:raise', { ...alarm, buildingId: building.id }];
  const way =
    by === 'http'
      ? { http: httpPress(arena, server, building) }
      : { frame: `429${JSON.stringify(raise)}`, isAcknowledged: true };
  const times = await ask(arena.clients, 'press', {
    group,
    ...way,
    receipts,
    ...(next && { next: httpPress(arena, server, next) }),
  });
  await arena.buildings.endAlarms();
  return times;
}

/** @type {WeakMap<Building, string>} */
const senderTokens = new WeakMap();

/**
 * A browser sends many requests with one token.
 * @param {Arena} arena
 * @param {Server} server
 * @param {Building} building
 */
export function httpPress(arena, server, building) {
  const [sender] = building.members;
  if (!sender) throw new Error('a building without members');
  const token = senderTokens.get(building) ?? arena.sign(sender);
  senderTokens.set(building, token);
  return { url: `http://127.0.0.1:${server.port}`, token, buildingId: building.id };
}
