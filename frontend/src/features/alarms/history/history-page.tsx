import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { buttonClass } from '../../../ui/button.js';
import { CONTROL, FieldFrame } from '../../../ui/forms/field-frame.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loading.js';
import { Notice } from '../../../ui/notice.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { HISTORY } from './history.copy.js';
import type { HistoryFilter } from './history-api.js';
import { HistoryList } from './history-list.js';

const FILTERS = Object.entries(HISTORY.filters) as [HistoryFilter, string][];

/** `/app/history`: past alarms of the building that the header shows. */
export default function HistoryPage() {
  const me = useMe((state) => state.me);
  const membership = useSelectedBuilding(activeMemberships(me));
  const [filter, setFilter] = useState<HistoryFilter>('all');
  return (
    <div className="mx-auto flex max-w-frame flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageTitle title={HISTORY.window}>{HISTORY.title}</PageTitle>
        {membership && <p className="text-muted">{membership.building.address}</p>}
      </div>
      {!me && <Loading />}
      {me && !membership && (
        <Notice>
          <p>{HISTORY.noBuilding}</p>
          <div>
            <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
              {HISTORY.toPanel}
            </Link>
          </div>
        </Notice>
      )}
      {membership && (
        <>
          <FieldFrame label={HISTORY.filter} className="sm:max-w-64">
            {(wiring) => (
              <select
                {...wiring}
                className={CONTROL}
                value={filter}
                onChange={(event) => setFilter(event.target.value as HistoryFilter)}
              >
                {FILTERS.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          <HistoryList buildingId={membership.building.id} filter={filter} />
          <p className="text-muted">{HISTORY.foot}</p>
        </>
      )}
    </div>
  );
}
