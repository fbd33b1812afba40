import type { Building, CreatedLetter, Member } from '@contract/http';
import { PAGES } from '@contract/paths';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { useDeviceAck } from '../../../lib/realtime/device-ack.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/forms/fields.js';
import { Link } from '../../../ui/link.js';
import { Loaded, Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
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
} from './homes-view.js';
import { MEMBERS } from './members.copy.js';
import { ToDo } from './to-do.js';
import { WaitingMembers } from './waiting-members.js';

const LetterSheets = lazy(() =>
  import('../letters/letter-sheets.js').then((module) => ({ default: module.LetterSheets })),
);

export function Members({ building }: { building: Building }) {
  const isLate = useLateDevice();
  const [letters, setLetters] = useState<CreatedLetter[]>();
  const { id, address } = building;
  const loaded = useLoad(`${id} ${isLate}`, async (signal) => {
    const [members, homes] = await Promise.all([
      savedDevice().then(() => listMembers(id, signal)),
      listHomes(id, signal),
    ]);
    return { members, homes };
  });
  const replace = (changed: Member) =>
    loaded.change((data) => ({
      ...data,
      members: data.members.map((one) => (one.id === changed.id ? changed : one)),
    }));

  if (letters) {
    const done = () => {
      setLetters(undefined);
      void loaded.reload();
    };
    return (
      <Suspense fallback={<Loading />}>
        <LetterSheets letters={letters} address={address} onDone={done} />
      </Suspense>
    );
  }
  return (
    <Loaded from={loaded} words={BUILDING}>
      {({ members, homes }) => {
        const row: RowProps = {
          buildingId: id,
          buildingName: building.name,
          onChanged: replace,
          onHomes: () => void loaded.reload(),
          onLetters: setLetters,
        };
        return <Homes members={members} views={viewsOf(homes, members)} row={row} />;
      }}
    </Loaded>
  );
}

/** Before the server has saved this device, the list shows its user as disconnected. */
const SAVED_WITHIN_MS = 500;
const isSaved = ({ testedAt } = useDeviceAck.getState()) => testedAt !== undefined;

/** Resolves when the server has saved this device, and after that time in any case. */
const savedDevice = (): Promise<void> =>
  new Promise((resolve) => {
    if (isSaved()) return resolve();
    const done = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = useDeviceAck.subscribe((ack) => isSaved(ack) && done());
    const timer = setTimeout(done, SAVED_WITHIN_MS);
  });

/** @returns true once the device was saved too late for the first list, which is then read again */
function useLateDevice(): boolean {
  const isSavedNow = useDeviceAck(isSaved);
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(!isSaved()), SAVED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOverdue && isSavedNow;
}

interface HomesProps {
  members: Member[];
  views: HomeView[];
  row: RowProps;
}

function Homes({ members, views, row }: HomesProps) {
  const { buildingId, onChanged } = row;
  const active = members.filter(({ status }) => status === 'active');
  const waiting = members.filter(
    ({ status, requestedHome }) => status === 'pending' || (status === 'active' && requestedHome),
  );
  const elsewhere = active.filter(({ apartment }) => !apartment);
  const joined = views.filter(({ state }) => state !== 'missing').length;
  const ready = views.filter(({ state }) => state === 'ready').length;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <div className="flex flex-col gap-6">
          <p className="font-semibold">{MEMBERS.counts(joined, views.length, ready)}</p>
          <ToDo buildingId={buildingId} views={views} waiting={waiting.length} />
        </div>
        <BuildingNow members={active} homes={views.map(({ home }) => home)} />
      </div>
      {waiting.length > 0 && (
        <WaitingMembers
          buildingId={buildingId}
          members={waiting}
          homes={views}
          onChanged={onChanged}
        />
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

/** The homes by entrance, searched and filtered by the page's address. */
function ListOfHomes({ views, row }: { views: HomeView[]; row: RowProps }) {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('q') ?? '');
  const filter = FILTERS.find((one) => one === query.get('show')) ?? 'all';
  const found = matching(views, filter, search);

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
        <div role="status" className="flex flex-wrap items-center gap-3">
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
            {homes.map((view) => (
              <HomeRow key={view.key} view={view} {...row} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
