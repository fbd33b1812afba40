import { PAGES } from '@contract/paths';
import { shown } from '@contract/written-text';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { selectBuilding, useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Notice } from '../../../ui/notice.js';
import { Page } from '../../../ui/pages/page.js';
import { BUILDING, WAYS_IN } from '../buildings.copy.js';
import { Invitations } from './invitations.js';
import { Members } from './members.js';

/** `/building`: the page for a building's managers. The server checks the role again. */
export default function BuildingPage() {
  const me = useMe((state) => state.me);
  const memberships = activeMemberships(me);
  const selected = useSelectedBuilding(memberships);
  if (!me) return <Loading />;

  const managed = memberships.filter((one) => one.role === 'manager');
  const building = selected?.role === 'manager' ? selected.building : undefined;
  return (
    <Page
      title={BUILDING.title}
      heading={building && shown(building.name)}
      subtitle={building && shown(building.address)}
      className="gap-10"
    >
      {!building && (
        <Notice>
          <p>
            <Names
              in={selected ? BUILDING.notManagerOf(selected.building.name) : BUILDING.notManager}
            />
          </p>
          <div className="flex flex-wrap gap-3">
            {managed.map((one) => (
              <Button
                key={one.id}
                variant="secondary"
                onClick={() => selectBuilding(one.building.id)}
              >
                <Names in={BUILDING.switchTo(one.building.name)} />
              </Button>
            ))}
            <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
              {WAYS_IN.toPanel}
            </Link>
          </div>
        </Notice>
      )}
      {building && (
        <>
          <Invitations key={`invite-${building.id}`} buildingId={building.id} />
          <Members key={building.id} buildingId={building.id} />
        </>
      )}
    </Page>
  );
}
