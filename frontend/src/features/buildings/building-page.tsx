import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { activeMemberships, useMe } from '../../lib/me.js';
import { buttonClass } from '../../ui/button.js';
import { CONTROL, FieldFrame } from '../../ui/field-frame.js';
import { Loading } from '../../ui/loading.js';
import { Notice } from '../../ui/notice.js';
import { PageTitle } from '../../ui/page-title.js';
import { BUILDING, WAYS_IN } from './buildings.copy.js';
import { InviteNeighbour } from './invite-neighbour.js';
import { Members } from './members.js';

/** `/building`: for a house's managers. The server checks again. */
export default function BuildingPage() {
  const me = useMe((state) => state.me);
  const [chosen, choose] = useState<string>();
  if (!me) return <Loading />;

  const managed = activeMemberships(me).filter((one) => one.role === 'manager');
  const building = (managed.find((one) => one.building.id === chosen) ?? managed[0])?.building;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex max-w-measure flex-col gap-2">
        <PageTitle title={BUILDING.title}>{building?.name ?? BUILDING.title}</PageTitle>
        {building && <p className="text-muted">{building.address}</p>}
      </div>
      {!building && (
        <Notice>
          <p>{BUILDING.notManager}</p>
          <div>
            <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
              {WAYS_IN.toPanel}
            </Link>
          </div>
        </Notice>
      )}
      {managed.length > 1 && (
        <FieldFrame label={BUILDING.choose} className="max-w-form">
          {(wiring) => (
            <select
              {...wiring}
              className={CONTROL}
              value={building?.id}
              onChange={(event) => choose(event.target.value)}
            >
              {managed.map((one) => (
                <option key={one.building.id} value={one.building.id}>
                  {one.building.name}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )}
      {building && (
        <>
          <InviteNeighbour key={`invite-${building.id}`} buildingId={building.id} />
          <Members key={building.id} buildingId={building.id} />
        </>
      )}
    </div>
  );
}
