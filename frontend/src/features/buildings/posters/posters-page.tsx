import { entranceKey, entranceText } from '@contract/homes';
import type { Building, Invitation } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useRef, useState } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { AskedButton } from '../../../ui/asked-button.js';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { QrCode } from '../../../ui/qr-code.js';
import { PrintButton, Sheet, Sheets } from '../../../ui/sheet.js';
import { listHomes, listInvitations, makePoster } from '../buildings-api.js';
import { BuildingFrame } from '../building-frame.js';
import { joinPageOf, NEVER_ASKED } from '../buildings.copy.js';
import { POSTER, POSTERS } from './posters.copy.js';
import { useAction } from '../acts.js';

/** `/building/posters`: a poster for each entrance. */
export default function PostersPage() {
  return (
    <BuildingFrame title={POSTERS.title}>
      {({ building }) => <Posters key={building.id} building={building} />}
    </BuildingFrame>
  );
}

function Posters({ building }: { building: Building }) {
  // The page prints what it shows: one poster at a time.
  const [open, setOpen] = useState<string>();
  const loaded = useLoad(building.id, async (signal) => {
    const [homes, invitations] = await Promise.all([
      listHomes(building.id, signal),
      listInvitations(building.id, signal),
    ]);
    const names = homes.flatMap(({ entrance, listed }) => (listed && entrance ? [entrance] : []));
    const posters = invitations.filter(({ kind }) => kind === 'poster');
    return { posters, entrances: entrancesOf(names, posters) };
  });
  return (
    <>
      <p className="no-print max-w-measure">{POSTERS.lead}</p>
      <Loaded from={loaded} words={{ failed: POSTERS.notLoaded }}>
        {({ posters, entrances }) => (
          <ul className="flex flex-col gap-6">
            {entrances.map((entrance) => (
              <Entrance
                key={entrance}
                building={building}
                entrance={entrance}
                poster={posters.find((one) => isOf(one, entrance))}
                isOpen={open === entrance}
                onOpen={(isOpen) => setOpen(isOpen ? entrance : undefined)}
                onMade={loaded.reload}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

const isOf = (poster: Invitation, entrance: string) =>
  entranceKey(poster.entrance) === entranceKey(entrance);

/** A building without named entrances has one poster. */
function entrancesOf(names: string[], posters: Invitation[]): string[] {
  const known = [...new Set(names)];
  const others = posters
    .map(({ entrance = '' }) => entrance)
    .filter((name) => !known.some((one) => entranceKey(one) === entranceKey(name)));
  const all = [...known, ...new Set(others)];
  return all.length > 0 ? all : [''];
}

interface EntranceProps {
  building: Building;
  entrance: string;
  poster: Invitation | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onMade: () => Promise<void>;
}

function Entrance({ building, entrance, poster, isOpen, onOpen, onMade }: EntranceProps) {
  const { busy, act } = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  const make = () =>
    act(async () => {
      await makePoster(building.id, entrance || undefined);
      await onMade();
      onOpen(true);
      heading.current?.focus();
    }, POSTERS.failed);

  return (
    <li className={isOpen ? '' : `no-print p-5 ${CARD}`}>
      <div className="no-print flex flex-col items-start gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-h2">
          <Names in={POSTERS.entrance(entrance)} />
        </h2>
        {poster && <p>{poster.code ? <Names in={POSTERS.code(poster.code)} /> : POSTERS.old}</p>}
        <div className="flex flex-wrap gap-3">
          {!poster && (
            <Button busy={busy} onClick={() => void make()}>
              {POSTERS.make}
            </Button>
          )}
          {poster?.url && isOpen && <PrintButton>{POSTERS.print}</PrintButton>}
          {poster?.url && (
            <Button
              variant={isOpen ? 'secondary' : 'primary'}
              aria-expanded={isOpen}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? POSTERS.close : POSTERS.show}
            </Button>
          )}
          {poster && (
            <AskedButton
              busy={busy}
              question={{
                title: POSTERS.question,
                cancel: POSTERS.keep,
                confirm: POSTERS.replace,
                text: <p>{POSTERS.consequence}</p>,
              }}
              onConfirm={() => void make()}
            >
              {POSTERS.replace}
            </AskedButton>
          )}
        </div>
        {isOpen && <p className="text-meta text-muted sm:hidden">{POSTERS.onPhone}</p>}
      </div>
      {isOpen && poster?.url && poster.code && (
        <div className="mt-4">
          <Sheets>
            <Poster building={building} entrance={entrance} url={poster.url} code={poster.code} />
          </Sheets>
        </div>
      )}
    </li>
  );
}

interface PosterProps {
  building: Building;
  entrance: string;
  url: string;
  code: string;
}

function Poster({ building: { address }, entrance, url, code }: PosterProps) {
  return (
    <Sheet>
      <p className="sheet-large">{POSTER.first}</p>
      <div>
        <h3>{POSTER.heading}</h3>
        <p>
          <Names in={[isolated(address), entranceText(entrance)].filter(Boolean).join(', ')} />
        </p>
      </div>
      <QrCode text={url} label={POSTER.qr} ecc="quartile" className="sheet-qr" />
      <p className="sheet-large text-center">{POSTER.steps}</p>
      <p className="text-center">
        <Names in={POSTER.or(joinPageOf(url), code)} />
      </p>
      <div>
        <p>{POSTER.not112}</p>
        <p>{NEVER_ASKED}</p>
      </div>
    </Sheet>
  );
}
