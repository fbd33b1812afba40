import { useEffect, useRef } from 'react';
import { setWindow, useAttention } from '../commands/attention.js';
import { isMine } from '../model/alarm-rules.js';
import type { Alarms } from '../ongoing/use-alarms.js';

/** Opens a minimised alarm when a neighbour calls for help: everybody near is told at once. */
export function useHelpOpens({ active, here }: Alarms): void {
  const known = useRef(new Map<string, Set<string>>());
  useEffect(() => {
    const { inPage } = useAttention.getState();
    for (const alarm of active) {
      const { id, needHelp } = alarm;
      const earlier = known.current.get(id);
      const news = needHelp.filter(
        (call) => !earlier?.has(call.membershipId) && !here.membershipIds.has(call.membershipId),
      );
      known.current.set(id, new Set(needHelp.map(({ membershipId }) => membershipId)));
      // An alarm that is new here opens by its own rule, and the sender's page shows the call.
      if (earlier && news.length > 0 && !(id === inPage && isMine(alarm, here)))
        setWindow(id, 'open');
    }
  }, [active, here]);
}
