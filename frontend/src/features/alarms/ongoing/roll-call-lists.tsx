import type { ReachedHome } from '@contract/alarm';
import type { LucideIcon } from 'lucide-react';
import { RESPONSE_WORDS } from '../model/kinds.copy.js';
import { RESPONSES, byFloor, LEVELS } from '../model/delivery.js';
import { DELIVERY } from '../model/delivery.copy.js';
import { capital, homeText } from '../model/format.js';
import { LEVEL_ICONS, RESPONSE_ICONS } from '../model/alarm-icons.js';

interface ListProps {
  homes: ReachedHome[];
}

export function ResponseList({ homes }: ListProps) {
  const silent = homes.filter(({ response }) => !response);
  return (
    <>
      {RESPONSES.map((response) => (
        <Group
          key={response}
          title={capital(RESPONSE_WORDS[response])}
          Icon={RESPONSE_ICONS[response]}
          homes={homes.filter((home) => home.response === response)}
        />
      ))}
      {LEVELS.map((level) => (
        <Group
          key={level}
          title={capital(DELIVERY.level[level])}
          Icon={LEVEL_ICONS[level]}
          homes={silent.filter((home) => home.level === level)}
        />
      ))}
    </>
  );
}

function Group({ title, Icon, homes }: ListProps & { title: string; Icon: LucideIcon }) {
  if (homes.length === 0) return null;
  return (
    <div>
      <h2 className="flex items-center gap-2 border-b border-edge pb-1 text-body font-bold">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
        {title} ({homes.length})
      </h2>
      <ul>
        {homes.map((home) => (
          <li key={homeText(home)} className="border-b border-edge py-2 text-[min(1em,8vw)]">
            {[whoLives(home), placeOf(home)].filter(Boolean).join(' – ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FloorList({ homes }: ListProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      {byFloor(homes).map((floor) => (
        <div key={floor.title}>
          <h2 className="border-b border-edge pb-1 text-body font-bold">{floor.title}</h2>
          <ul>
            {floor.homes.map((home) => (
              <Home key={homeText(home)} home={home} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Home({ home }: { home: ReachedHome }) {
  const { response } = home;
  const level = home.level === 'responded' ? 'seen' : home.level;
  const Icon = response ? RESPONSE_ICONS[response] : LEVEL_ICONS[level];
  const words = response ? RESPONSE_WORDS[response] : DELIVERY.level[level];
  const status = [words, placeOf(home)].filter(Boolean).join(', ');
  const look = response === 'need_help' ? 'rounded-card bg-warn px-3 text-warn-ink' : '';
  return (
    <li
      className={`flex flex-wrap items-start gap-x-3 border-b border-edge py-2 text-[min(1em,8vw)] ${look}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="mt-0.5 size-6 shrink-0" />
      <span className="min-w-min flex-1">
        {whoLives(home)} – <span className={response && 'font-semibold'}>{status}</span>
      </span>
    </li>
  );
}

const whoLives = (home: ReachedHome) =>
  [home.names.join(' och '), homeText(home)].filter(Boolean).join(', ');

const placeOf = ({ place }: ReachedHome) => place?.toLocaleLowerCase('sv') ?? '';
