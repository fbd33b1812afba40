import type { Alarm } from '@contract/alarm';
import { useServerNow } from '../feed/use-now.js';
import { useSend } from '../send/send-store.js';

/** One tap takes the alarm back for this long: a sender notices a mistaken press at once. */
const UNDO_MS = 10_000;

/** Returns whether this tab has raised the alarm so recently that one tap takes it back. */
export function useMayUndo({ id }: Alarm): boolean {
  const sent = useSend((state) => state.sent);
  const isOwn = sent?.answer.alarm.id === id && !sent.answer.merged;
  const nowMs = useServerNow(isOwn);
  return isOwn && nowMs - sent.atMs < UNDO_MS;
}
