import type { Alarm, AlarmResponse, HelpView } from '@contract/alarm';
import type { PendingResponse } from '../../commands/respond.js';
import { DELIVERY } from '../../model/delivery.copy.js';
import { useHelp } from '../use-reach.js';
import { namesText } from './help-names.js';

interface HelpAnswerProps {
  alarm: Alarm;
  ownId: string | undefined;
  response: AlarmResponse | PendingResponse;
}

/** Shows the caller who comes and who has seen the call, and those who come how many they are. */
export function HelpAnswer({ alarm, ownId, response }: HelpAnswerProps) {
  const isCall = response.response === 'need_help';
  const isConcerned = isCall || response.response === 'coming';
  const help = useHelp(alarm.id, isConcerned && !('late' in response));
  const call = alarm.needHelp.find(({ membershipId }) => membershipId === ownId);
  if (!isConcerned) return null;
  // The answer to an earlier call is not shown as the answer to this one.
  const isAnswer = help?.comingCount !== undefined && help.calledAt === call?.at;
  const lines = isAnswer ? linesOf(help, isCall) : [];
  return (
    // The room for the lines is reserved, so that nothing below them moves when they arrive.
    <div role="status" className={`font-semibold ${isCall ? 'min-h-27 sm:min-h-14' : 'min-h-7'}`}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function linesOf(view: HelpView, isCall: boolean): string[] {
  const { coming = [], comingCount = 0, seen = [], seenCount = 0 } = view;
  const { help } = DELIVERY;
  if (!isCall) return [help.comers(comingCount)];
  if (comingCount + seenCount === 0) return [help.nobody];
  return [
    comingCount > 0 ? help.coming(namesText(coming, comingCount)) : '',
    seenCount > 0 ? help.seen(namesText(seen, seenCount)) : '',
  ].filter(Boolean);
}
