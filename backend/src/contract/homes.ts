import type { Home } from './alarm.js';
import { isolated } from './written-text.js';

/** Words that name no entrance. */
const NO_NAME = /(^|[^\p{L}\p{N}])(uppgång|uppg|trappa|port|entré)(?=[^\p{L}\p{N}]|$)/gu;

/**
 * @returns what two spellings of an entrance have in common: "A", "a", "Uppgång A" and "uppg. A" are one.
 *   The database's function `entrance_key` is the same rule, see `homes.e2e-spec.ts`.
 */
export const entranceKey = (entrance = ''): string =>
  entrance
    .toLowerCase()
    .replace(NO_NAME, '$1')
    .replace(/[\s.]+/g, '');

/**
 * @param homes the homes of one building
 * @returns a function that tells one home of the building from another: a missing entrance is the one
 *   that the building has, where it has a single one. Undefined for nobody's home
 */
export function homeKeyIn(homes: Home[]): (home: Home) => string | undefined {
  const known = new Map(homes.map(({ entrance }) => [entrance, entranceKey(entrance)]));
  const keys = new Set([...known.values()].filter(Boolean));
  const [single = ''] = keys.size === 1 ? keys : [];
  return ({ entrance, apartment }) =>
    apartment
      ? `${(known.get(entrance) ?? entranceKey(entrance)) || single}/${apartment}`
      : undefined;
}

/** The same words before a name, where they are said already. */
const BEFORE_NAME = /^((uppgång|uppg|trappa|port|entré)(?![\p{L}\p{N}])[\s.:]*)+/iu;

/** @returns the entrance without the word for it: "B" for "B" and for "Uppgång B", empty for "Port" */
export const entranceName = (entrance = ''): string => entrance.trim().replace(BEFORE_NAME, '');

/** @returns "uppgång B", however the entrance is spelled; empty without one */
export function entranceText(entrance?: string): string {
  const name = entranceName(entrance);
  return name && `uppgång\u00a0${isolated(name)}`;
}

/**
 * The first two digits of a Swedish apartment number count the floors from 10, the floor of the entrance
 * (Lantmäteriet's numbers of dwellings). People say it by stairs, and the rescue service asks for that.
 * @returns for example "plan 3, 3 trappor upp"; empty for a number of another kind
 */
export function storeyText(apartment: string): string {
  if (!/^\d{4}$/.test(apartment)) return '';
  const floor = Number(apartment.slice(0, 2)) - 10;
  if (floor === 0) return 'entréplan';
  if (floor < 0) return 'källarplan';
  return `plan\u00a0${floor}, ${floor}\u00a0${floor === 1 ? 'trappa' : 'trappor'} upp`;
}

/** @returns the part of a home's key that it shares with the other homes of its entrance */
export const entranceIn = (key: string): string => key.slice(0, key.lastIndexOf('/'));
