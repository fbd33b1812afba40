import type { AdministeredBuilding } from '@contract/http';
import { shown } from '@contract/written-text';
import type { ReactNode } from 'react';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { DataTable } from '../../../ui/data-table.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { BUILDINGS, homesText, labelOf, membersText } from './buildings.copy.js';

interface BuildingsTableProps {
  buildings: AdministeredBuilding[];
  /** The building on which an act is under way. */
  busyId: string | undefined;
  onLink: (building: AdministeredBuilding) => void;
  onClose: (building: AdministeredBuilding) => void;
}

export function BuildingsTable({ buildings, ...acts }: BuildingsTableProps) {
  return (
    <DataTable
      caption={BUILDINGS.caption}
      columns={BUILDINGS.columns}
      rows={buildings.map((one) => cellsOf(one, acts))}
      wideFrom="xl"
    />
  );
}

function cellsOf(
  building: AdministeredBuilding,
  { busyId, onLink, onClose }: Omit<BuildingsTableProps, 'buildings'>,
): ReactNode[] {
  const { id, name, address, homes, homesReady, members, managers, exercisedAt } = building;
  const busy = busyId === id;
  return [
    // The first new row takes the focus, so that reading continues there.
    <div key="name" id={id} tabIndex={-1} className="wrap-anywhere">
      <p translate="no">
        <bdi>{shown(name)}</bdi>
      </p>
      <p translate="no" className="font-normal text-muted">
        <bdi>{shown(address)}</bdi>
      </p>
      {building.sharesAddress && <p className="font-normal">{BUILDINGS.sharesAddress}</p>}
    </div>,
    homesText(homes, homesReady),
    membersText(members, managers),
    exercisedAt ? longDate(exercisedAt) : BUILDINGS.noExercise,
    <div key={`acts ${id}`} ref={passFocusOn} className="flex flex-wrap gap-3">
      <Button
        variant="secondary"
        busy={busy}
        aria-label={labelOf(BUILDINGS.link, name)}
        onClick={() => onLink(building)}
      >
        {BUILDINGS.link}
      </Button>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={labelOf(BUILDINGS.close, name)}
        onClick={() => onClose(building)}
      >
        {BUILDINGS.close}
      </Button>
    </div>,
  ];
}
