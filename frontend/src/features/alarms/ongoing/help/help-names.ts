import type { Neighbour } from '@contract/alarm';
import { DELIVERY } from '../../model/delivery.copy.js';
import { personText } from '../../model/format.js';

const NAMES = 2;
const LIST = new Intl.ListFormat('sv');

/** "Anna Berg i lägenhet 1203, Karl Ek i lägenhet 1301 och 3 till" */
export function namesText(neighbours: Neighbour[], count: number, limit = NAMES): string {
  const names = neighbours.slice(0, limit).map(personText);
  const others = count - names.length;
  return LIST.format(others > 0 ? [...names, DELIVERY.help.more(others)] : names);
}
