import type { AlarmDetails, Page, PastAlarm } from '@contract/http';
import { request } from '../../../lib/net/http.js';
import type { HISTORY } from './history.copy.js';

export type HistoryFilter = keyof typeof HISTORY.filters;

/** An exercise has a type as well, but is not listed under it. */
const QUERIES: Record<HistoryFilter, string> = {
  all: '',
  fire: 'type=fire&exercise=false',
  medical: 'type=medical&exercise=false',
  other: 'type=other&exercise=false',
  exercise: 'exercise=true',
};

export function fetchHistory(
  buildingId: string,
  filter: HistoryFilter,
  { before, signal }: { before?: string; signal?: AbortSignal },
): Promise<Page<PastAlarm>> {
  const parts = [QUERIES[filter], before && `before=${before}`].filter(Boolean);
  const query = parts.length > 0 ? `?${parts.join('&')}` : '';
  const path = `/buildings/${buildingId}/alarms${query}`;
  return request<Page<PastAlarm>>('GET', path, undefined, { signal });
}

export const fetchStory = (alarmId: string, signal?: AbortSignal) =>
  request<AlarmDetails>('GET', `/alarms/${alarmId}`, undefined, { signal });
