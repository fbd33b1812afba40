import type { Reach, ReachedHome, Response } from '@contract/alarm';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPY, RESPONSE_WORDS } from './alarms.copy.js';
import { homeText } from './format.js';
import { LEVEL_ICONS, RESPONSE_ICONS } from './looks.js';

/** Who needs help stands first. */
const ORDER: Response[] = ['need_help', 'coming', 'safe', 'cannot_come'];
/** How far it came where nobody has answered, the furthest first. */
const REACHED = ['seen', 'sounding', 'received', 'pushed', 'unreached'] as const;
const SPOKEN_EVERY_MS = 5_000;

/** The answers, home by home. It claims nothing that nobody has said. */
export function RollCall({ reach, elapsedMs }: { reach: Reach; elapsedMs: number }) {
  const answered = reach.homes.filter(({ response }) => response);
  const silent = reach.homes.filter(({ response }) => !response);
  const counts = summary(reach);
  const nobody = answered.length === 0 && elapsedMs > 10_000;
  return (
    <section className="flex flex-col gap-4">
      <p className="text-button font-semibold">{counts}</p>
      <p role="status" className="sr-only">
        {useSpoken(counts)}
      </p>
      {nobody && <p className="font-semibold text-error">{COPY.ongoing.nobody}</p>}
      {ORDER.map((response) => (
        <Group
          key={response}
          title={RESPONSE_WORDS[response].group}
          Icon={RESPONSE_ICONS[response]}
          homes={answered.filter((home) => home.response === response)}
        />
      ))}
      {REACHED.map((level) => (
        <Group
          key={level}
          title={COPY.ongoing.reached[level]}
          Icon={LEVEL_ICONS[level]}
          homes={silent.filter((home) => home.level === level)}
        />
      ))}
    </section>
  );
}

function summary({ counts, homes }: Reach): string {
  const silent = homes.filter(({ response }) => !response).length;
  const parts = ORDER.filter((response) => counts[response] > 0).map(
    (response) => `${counts[response]}\u00a0${RESPONSE_WORDS[response].row}`,
  );
  const { answered, unanswered } = COPY.ongoing;
  return [answered(homes.length - silent), ...parts, unanswered(silent)].join(' · ');
}

interface GroupProps {
  title: string;
  Icon: LucideIcon;
  homes: ReachedHome[];
}

function Group({ title, Icon, homes }: GroupProps) {
  if (homes.length === 0) return null;
  return (
    <div>
      <h2 className="flex items-center gap-2 border-b border-edge pb-1 text-body font-bold">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
        {title} ({homes.length})
      </h2>
      <ul>
        {homes.map(({ names, place, ...home }) => (
          <li key={homeText(home)} className="border-b border-edge py-2">
            {[names.join(' och '), homeText(home)].filter(Boolean).join(', ')}
            {place && ` – ${place.toLocaleLowerCase('sv')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A screen reader hears the summary at most every five seconds, not every answer by itself. */
function useSpoken(text: string): string {
  const [spoken, speak] = useState({ text, atMs: 0 });
  useEffect(() => {
    if (text === spoken.text) return;
    const waitMs = Math.max(0, SPOKEN_EVERY_MS - (performance.now() - spoken.atMs));
    const timer = setTimeout(() => speak({ text, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, spoken]);
  return spoken.text;
}
