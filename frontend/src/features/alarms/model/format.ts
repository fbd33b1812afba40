import type { Alarm, Home } from '@contract/alarm';
import type { Building } from '@contract/http';
import { isolated, shown } from '@contract/written-text';
import { clockTime, longDate } from '../../../lib/time/dates.js';
import { PLACES } from './kinds.copy.js';

/** "kl. 14.05", with the date when the moment is on another day */
export function momentText(atMs: number, nowMs: number): string {
  const time = clockTime(atMs);
  return isSameDay(atMs, nowMs) ? time : `${dayOf(atMs)} ${time}`;
}

const dayOf = (atMs: number) => longDate(new Date(atMs).toISOString());

/** Returns whether two moments are on the same day by the calendar at the building. */
export const isSameDay = (aMs: number, bMs: number): boolean => dayOf(aMs) === dayOf(bMs);

/** "0:48", "12:05", "1:02:05" */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "nyss", "för 1 minut sedan", "för 12 minuter sedan" */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'nyss';
  if (minutes < 60) return `för ${minutes} ${minutes === 1 ? 'minut' : 'minuter'} sedan`;
  const hours = Math.floor(minutes / 60);
  return `för ${hours} ${hours === 1 ? 'timme' : 'timmar'} sedan`;
}

/** "Storgatan 12", without the town, which the residents know. */
export const shortAddress = ({ address }: Building): string =>
  shown(address.split(',')[0]?.trim() || address);

/**
 * "lägenhet 1203", with the entrance where a building has several; empty for an erased person. What
 * people wrote is isolated in this text and in those below.
 */
export function homeText({ entrance, apartment }: Home): string {
  if (!apartment) return '';
  const flat = `lägenhet\u00a0${isolated(apartment)}`;
  return entrance ? `${flat}, uppgång\u00a0${isolated(entrance)}` : flat;
}

/**
 * Returns the floor in a Swedish apartment number: its first two digits count from 10, the floor of
 * the entrance (Lantmäteriet's numbers of dwellings).
 */
export function floorText({ apartment }: Home): string {
  if (!/^\d{4}$/.test(apartment)) return '';
  const floor = Number(apartment.slice(0, 2)) - 10;
  if (floor === 0) return 'entréplan';
  return floor < 0 ? 'källarplan' : `plan\u00a0${floor}`;
}

interface Person {
  name: string;
  home: Home;
}

/** "Anna Berg i lägenhet 1203" */
export const personText = ({ name, home }: Person): string =>
  [isolated(name), homeText(home)].filter(Boolean).join(' i ');

/** "lägenhet 1203 (Anna Berg)": neighbours need the home of a call for help, which no name may hide. */
export function callText({ name, home }: Person): string {
  const flat = homeText(home);
  return flat ? `${flat} (${isolated(name)})` : isolated(name);
}

/** "lägenhet 1203, plan 2, Anna Berg", with the home first as in `callText` */
export const whoText = ({ sender: { name, home } }: Alarm): string =>
  [homeText(home), floorText(home), isolated(name)].filter(Boolean).join(', ');

/** "vinden", or a place in the sender's own words */
export function placeText(place = ''): string {
  const text = place.toLocaleLowerCase('sv');
  return text && !PLACES.includes(place) ? isolated(text) : text;
}

/** The place and the note, as far as the sender has added them. */
export const detailsText = ({ place, note }: Alarm): string =>
  shown([place, note].filter(Boolean).join('. '));
