import { SYSTEM_PARTS, type PartState, type SystemPart, type SystemStatus } from '@contract/status';
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, request } from '../../lib/net/http.js';
import { longMoment } from '../../lib/time/dates.js';
import { CARD } from '../../ui/card.js';
import { Loading } from '../../ui/loaded.js';
import { AdminPage } from './admin-page.js';
import { meaningOf, sinceText, STATUS, summaryOf } from './status.copy.js';

const POLL_MS = 2_000;
/** With `POLL_MS` less than 10 s, in which a database that does not answer is shown. */
const TIMEOUT_MS = 5_000;

/** `/admin/status`: says which parts of ResQ work, and what that means for an alarm. */
export default function StatusPage() {
  return <AdminPage title={STATUS.title}>{(turnAway) => <Parts turnAway={turnAway} />}</AdminPage>;
}

function Parts({ turnAway }: { turnAway: () => void }) {
  const parts = useParts(turnAway);
  if (!parts) return <Loading text={STATUS.loading} />;
  return (
    <>
      <p role="status" className="text-button">
        {summaryOf(parts)}
      </p>
      <ul className="flex max-w-measure flex-col gap-3">
        {parts.map((part) => (
          <Part key={part.part} {...part} />
        ))}
      </ul>
    </>
  );
}

/** The word says what the colour says. */
const STYLES: Record<PartState, { Icon: LucideIcon; colour: string }> = {
  works: { Icon: CircleCheck, colour: 'text-ok-text' },
  disturbed: { Icon: TriangleAlert, colour: 'text-error' },
  down: { Icon: CircleAlert, colour: 'text-error' },
  unused: { Icon: CircleMinus, colour: 'text-muted' },
  unknown: { Icon: CircleHelp, colour: 'text-muted' },
};

function Part(shown: SystemPart) {
  const { part, state, since } = shown;
  const { Icon, colour } = STYLES[state];
  return (
    <li className={`flex items-start gap-4 p-4 ${CARD}`}>
      <Icon aria-hidden="true" className={`size-8 shrink-0 ${colour}`} />
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="text-button">{STATUS.parts[part]}</h2>
        <p className="font-semibold">
          <span>{STATUS.states[state]}</span>
          {since && (
            <span className="font-normal">{sinceText(part, state, longMoment(since))}</span>
          )}
        </p>
        <p className="text-pretty">{meaningOf(shown)}</p>
      </div>
    </li>
  );
}

/**
 * Polls the state. Without an answer the database counts as down: a node asks it who is signed in, and
 * the proxy serves no node that cannot save an alarm.
 */
function useParts(turnAway: () => void): SystemPart[] | undefined {
  const [parts, setParts] = useState<SystemPart[]>();
  const refuse = useRef(turnAway);
  useEffect(() => {
    let timer: number | undefined;
    let failedSince: string | undefined;
    const stop = new AbortController();
    const poll = async () => {
      try {
        const options = { signal: stop.signal, timeoutMs: TIMEOUT_MS };
        const status = await request<SystemStatus>('GET', '/admin/status', undefined, options);
        failedSince = undefined;
        setParts(status.parts);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && error.status === 403) return refuse.current();
        failedSince ??= new Date().toISOString();
        setParts(unanswered(failedSince));
      }
      if (!stop.signal.aborted) timer = window.setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return parts;
}

const unanswered = (since: string): SystemPart[] => [
  { part: 'database', state: 'down', since },
  ...SYSTEM_PARTS.slice(1).map((part) => ({ part, state: 'unknown' as const })),
];
