import { readinessOf } from '@contract/devices';
import type { Building, CreatedLetter, ListedHome, Member } from '@contract/http';
import { PAGES } from '@contract/paths';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { TOUCH, useMedia } from '../../../lib/hooks/use-media.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/forms/fields.js';
import { Link } from '../../../ui/link.js';
import { Loaded, Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { Section } from '../../../ui/pages/page.js';
import { BuildingFrame } from '../building-frame.js';
import { listHomes, listMembers } from '../buildings-api.js';
import { BUILDING } from '../buildings.copy.js';
import { BuildingNow } from './building-now.js';
import { HomeRow, MemberRow, type RowProps } from './home-row.js';
import {
  byEntrance,
  type Filter,
  FILTERS,
  type HomeView,
  matching,
  viewsOf,
  withMembers,
} from './homes-view.js';
import { MEMBERS } from './members.copy.js';
import { ToDo } from './to-do.js';
import { WaitingMembers } from './waiting-members.js';

const LetterSheets = lazy(() =>
  import('../letters/letter-sheets.js').then((module) => ({ default: module.LetterSheets })),
);

/** `/building`: the homes and their members. */
export default function BuildingPage() {
  // Somebody may choose another building while letters are shown: they keep the address they were made for.
  const [made, setMade] = useState<MadeLetters>();
  return (
    <BuildingFrame>
      {({ id, building }) =>
        made ? (
          <Suspense fallback={<Loading />}>
            <LetterSheets {...made} onDone={() => setMade(undefined)} />
          </Suspense>
        ) : (
          <Members key={building.id} building={building} ownId={id} onMade={setMade} />
        )
      }
    </BuildingFrame>
  );
}

interface MadeLetters {
  letters: CreatedLetter[];
  address: string;
}

interface MembersProps {
  building: Building;
  /** The user's own membership. */
  ownId: string;
  onMade: (made: MadeLetters) => void;
}

export function Members({ building, ownId, onMade }: MembersProps) {
  const { id, address } = building;
  const loaded = useLoad(id, async (signal) => {
    const [members, homes] = await Promise.all([listMembers(id, signal), listHomes(id, signal)]);
    return { members, homes };
  });

  const onLetters = useCallback(
    (letters: CreatedLetter[]) => onMade({ letters, address }),
    [onMade, address],
  );
  return (
    <Loaded from={loaded} words={BUILDING}>
      {(data) => (
        <LoadedMembers
          {...data}
          building={building}
          ownId={ownId}
          change={loaded.change}
          reload={loaded.reload}
          onLetters={onLetters}
        />
      )}
    </Loaded>
  );
}

interface LoadedMembersProps extends Omit<MembersProps, 'onMade'> {
  members: Member[];
  homes: ListedHome[];
  change: (by: (data: { members: Member[]; homes: ListedHome[] }) => typeof data) => void;
  reload: () => Promise<void>;
  onLetters: (letters: CreatedLetter[]) => void;
}

/** The rows of a large building take long to draw, so only those that have changed are drawn again. */
function LoadedMembers(props: LoadedMembersProps) {
  const { building, ownId, members, homes, change, reload, onLetters } = props;
  const own = useThisTab();
  const row = useMemo(
    (): RowProps => ({
      buildingId: building.id,
      buildingName: building.name,
      onChanged: (changed) =>
        change((data) => ({
          ...data,
          members: data.members.map((one) => (one.id === changed.id ? changed : one)),
        })),
      onHomes: () => void reload(),
      onLetters,
    }),
    [building.id, building.name, change, reload, onLetters],
  );
  const views = useMemo(() => viewsOf(homes, members), [homes, members]);
  const asThisTab = (member: Member): Member =>
    own && member.id === ownId && member.readiness === 'away'
      ? { ...member, readiness: own }
      : member;
  return (
    <Homes
      members={members.map(asThisTab)}
      views={views.map((view) => withMembers(view, view.members.map(asThisTab)))}
      row={row}
    />
  );
}

/**
 * The server may have read the list before it knew of this tab, and shows its user as disconnected then.
 * @returns the state of this tab, once the server has saved it
 */
function useThisTab(): Member['readiness'] | undefined {
  const testedAt = useDeviceAck((ack) => ack.testedAt);
  const armed = useSound(({ state }) => state === 'armed');
  const isPhone = useMedia(TOUCH);
  const nowMs = useServerNow(false);
  if (testedAt === undefined) return undefined;
  const facts = {
    connected: true,
    hasBuilding: true,
    armed,
    testedAt,
    readyByPush: false,
    isPhone,
  };
  const readiness = readinessOf(facts, nowMs);
  return readiness === 'noBuilding' ? undefined : readiness;
}

interface HomesProps {
  members: Member[];
  views: HomeView[];
  row: RowProps;
}

function Homes({ members, views, row }: HomesProps) {
  const { buildingId, onChanged, onHomes } = row;
  const active = members.filter(({ status }) => status === 'active');
  const waiting = members.filter(
    ({ status, requestedHome }) => status === 'pending' || (status === 'active' && requestedHome),
  );
  const elsewhere = active.filter(({ apartment }) => !apartment);
  const joined = views.filter(({ state }) => state !== 'missing').length;
  const ready = views.filter(({ state }) => state === 'ready').length;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <div className="flex flex-col gap-6">
          <p className="font-semibold">{MEMBERS.counts(joined, views.length, ready)}</p>
          <ToDo buildingId={buildingId} views={views} waiting={waiting.length} />
        </div>
        <BuildingNow members={active} homes={views.map(({ home }) => home)} />
      </div>
      {waiting.length > 0 && (
        <div ref={passFocusOn}>
          <WaitingMembers
            buildingId={buildingId}
            members={waiting}
            homes={views}
            onChanged={onChanged}
            onStale={onHomes}
          />
        </div>
      )}
      <ListOfHomes views={views} row={row} />
      {elsewhere.length > 0 && (
        <Section heading={MEMBERS.elsewhere}>
          {elsewhere.map((member) => (
            <MemberRow key={member.id} member={member} {...row} />
          ))}
        </Section>
      )}
    </div>
  );
}

const FIRST_ROWS = 40;

/** The homes by entrance, searched and filtered by the page's address. */
function ListOfHomes({ views, row }: { views: HomeView[]; row: RowProps }) {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('q') ?? '');
  const filter = FILTERS.find((one) => one === query.get('show')) ?? 'all';
  // The first rows are drawn at once, and the rest beside whatever the manager does meanwhile.
  const count = useDeferredValue(Infinity, FIRST_ROWS);
  const found = matching(views, filter, search);
  const drawn = new Set(found.slice(0, count));

  const change = (name: string, value: string) =>
    setQuery(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  const showAll = () => {
    setSearch('');
    setQuery({}, { replace: true });
  };

  return (
    <Section heading={BUILDING.homes}>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          className="grow sm:max-w-form"
          type="search"
          label={MEMBERS.search}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            change('q', target.value);
          }}
        />
        <SelectField
          className="min-w-40"
          label={MEMBERS.show}
          value={filter}
          onChange={({ target }) => change('show', target.value === 'all' ? '' : target.value)}
        >
          {FILTERS.map((one: Filter) => (
            <option key={one} value={one}>
              {MEMBERS.filters[one]}
            </option>
          ))}
        </SelectField>
        <Link to={PAGES.buildingHomes} className={buttonClass({ variant: 'secondary' })}>
          {views.length > 0 ? MEMBERS.more : MEMBERS.enter}
        </Link>
      </div>
      {views.length > 0 && found.length === 0 && (
        <div role="status" ref={passFocusOn} className="flex flex-wrap items-center gap-3">
          <p>{search ? <Names in={MEMBERS.noHit(search)} /> : MEMBERS.noneOfFilter}</p>
          <Button variant="secondary" onClick={showAll}>
            {MEMBERS.showAll}
          </Button>
        </div>
      )}
      {byEntrance(found).map(({ name, homes }) => (
        <div key={name} className="flex flex-col gap-3">
          <h3 className="flex flex-wrap items-baseline gap-x-3 text-button">
            <Names in={MEMBERS.entrance(name)} />
            <span className="text-meta text-muted">
              {MEMBERS.entranceCounts(
                homes.filter(({ state }) => state !== 'missing').length,
                homes.length,
              )}
            </span>
          </h3>
          <ul className="flex flex-col gap-3">
            {homes.map(
              (view) => drawn.has(view) && <HomeRow key={view.key} view={view} {...row} />,
            )}
          </ul>
        </div>
      ))}
    </Section>
  );
}
