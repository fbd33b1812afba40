import type { Home } from './alarm.js';

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

/** @returns the part of a home's key that it shares with the other homes of its entrance */
export const entranceIn = (key: string): string => key.slice(0, key.lastIndexOf('/'));
