import type { Home } from '@contract/alarm';
import { homeKeyIn } from '@contract/homes';
import type { CreatedLetter, Invitation, ListedHome, Member, Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { ChevronDown } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { failureTexts, type FailureTexts } from '../../../lib/net/http.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Link } from '../../../ui/link.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { FailureNotice } from '../../../ui/notice.js';
import { Section } from '../../../ui/pages/page.js';
import { listHomes, listInvitations, listMembers, makeLetters } from '../buildings-api.js';
import { BuildingFrame } from '../building-frame.js';
import { Invitations } from './invitations.js';
import { LetterSheets } from './letter-sheets.js';
import { LETTERS } from './letters.copy.js';

/** `/building/invite`: letters to homes, links, and the invitations that are open. */
export default function InvitePage() {
  // Somebody may choose another building while letters are shown: they keep the address they were made for.
  const [made, setMade] = useState<{ letters: CreatedLetter[]; address: string }>();
  return (
    <BuildingFrame title={LETTERS.title}>
      {(membership) =>
        made ? (
          <LetterSheets {...made} onDone={() => setMade(undefined)} />
        ) : (
          <Invite
            key={membership.building.id}
            membership={membership}
            onMade={(letters) => setMade({ letters, address: membership.building.address })}
          />
        )
      }
    </BuildingFrame>
  );
}

interface InviteProps {
  membership: Membership;
  onMade: (letters: CreatedLetter[]) => void;
}

function Invite({ membership: { building }, onMade }: InviteProps) {
  const loaded = useLoad(building.id, async (signal) => {
    const [homes, members, invitations] = await Promise.all([
      listHomes(building.id, signal),
      listMembers(building.id, signal),
      listInvitations(building.id, signal),
    ]);
    return { homes, members, invitations };
  });
  return (
    <Loaded from={loaded} words={{ failed: LETTERS.notLoaded }}>
      {(data) => (
        <div className="flex flex-col gap-10">
          <Section heading={LETTERS.heading}>
            <p className="max-w-measure">{LETTERS.lead}</p>
            {data.homes.length === 0 ? (
              <>
                <p>{LETTERS.noHomes}</p>
                <Link to={PAGES.buildingHomes} className={`self-start ${buttonClass()}`}>
                  {LETTERS.toHomes}
                </Link>
              </>
            ) : (
              <ChooseHomes buildingId={building.id} {...data} onMade={onMade} />
            )}
          </Section>
          <Invitations
            buildingId={building.id}
            homes={data.homes}
            invitations={data.invitations}
            onChanged={() => void loaded.reload()}
          />
        </div>
      )}
    </Loaded>
  );
}

interface ChooseHomesProps {
  buildingId: string;
  homes: ListedHome[];
  members: Member[];
  invitations: Invitation[];
  onMade: (letters: CreatedLetter[]) => void;
}

function ChooseHomes({ buildingId, homes, members, invitations, onMade }: ChooseHomesProps) {
  const keyOf = homeKeyIn(homes);
  const textOf = (home: Home) => keyOf(home) ?? '';
  const [waiting, others] = splitByNeed(homes, members, invitations);
  const [chosen, setChosen] = useState(() => new Set(waiting.map(textOf)));
  const [failure, setFailure] = useState<Partial<FailureTexts>>();
  const [busy, setBusy] = useState(false);

  const toggle = (home: Home) => {
    const next = new Set(chosen);
    if (!next.delete(textOf(home))) next.add(textOf(home));
    setChosen(next);
    setFailure(undefined);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wanted = homes.filter((home) => chosen.has(textOf(home)));
    if (wanted.length === 0) return setFailure({ text: LETTERS.chooseOne });
    setBusy(true);
    try {
      onMade(await makeLetters(buildingId, wanted));
    } catch (error) {
      setFailure({ ...failureTexts(error), title: LETTERS.failed });
      setBusy(false);
    }
  };

  const group = (list: ListedHome[]) =>
    [...new Set(list.map(({ entrance }) => entrance ?? ''))].map((entrance) => (
      <fieldset key={entrance} className={`p-4 ${CARD}`}>
        <legend className="px-1 font-semibold">
          <Names in={LETTERS.entrance(entrance)} />
        </legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-3">
          {list
            .filter((home) => (home.entrance ?? '') === entrance)
            .map((home) => (
              <label key={home.apartment} className="flex min-h-12 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-6 shrink-0 accent-primary"
                  checked={chosen.has(textOf(home))}
                  onChange={() => toggle(home)}
                />
                <span translate="no">{home.apartment}</span>
              </label>
            ))}
        </div>
      </fieldset>
    ));

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
      aria-label={LETTERS.heading}
    >
      {waiting.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-button">{LETTERS.homes}</h3>
            <Button
              variant="secondary"
              onClick={() => setChosen(new Set([...chosen, ...waiting.map(textOf)]))}
            >
              {LETTERS.all}
            </Button>
          </div>
          {group(waiting)}
        </>
      ) : (
        <p>{LETTERS.none}</p>
      )}
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-12 items-center gap-3 font-semibold">
            <span>{LETTERS.others}</span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0 in-open:rotate-180" />
          </summary>
          <div className="flex flex-col gap-4">{group(others)}</div>
        </details>
      )}
      {failure && <FailureNotice {...failure} />}
      <Button type="submit" busy={busy} className="self-start">
        {LETTERS.submit(chosen.size)}
      </Button>
    </form>
  );
}

/** @returns the homes without member and invitation, and all others */
function splitByNeed(homes: ListedHome[], members: Member[], invitations: Invitation[]) {
  const keyOf = homeKeyIn(homes);
  const invited = invitations.flatMap(({ kind, apartment, ...one }) =>
    kind === 'personal' && apartment ? [keyOf({ ...one, apartment })] : [],
  );
  const taken = new Set([...members.map(keyOf), ...invited]);
  const isTaken = (home: ListedHome) => taken.has(keyOf(home));
  return [homes.filter((home) => !isTaken(home)), homes.filter(isTaken)] as const;
}
