import { usePages } from '../../../lib/hooks/use-load.js';
import { longMoment } from '../../../lib/time/dates.js';
import { Names } from '../../../ui/names.js';
import { Paged } from '../../../ui/paged.js';
import { readLog } from '../buildings-api.js';
import { BuildingFrame } from '../building-frame.js';
import { LOG, logText } from './log.copy.js';

/** `/building/log`: what was done in the building, and by whom. */
export default function LogPage() {
  return (
    <BuildingFrame title={LOG.title}>
      {({ building }) => <Log key={building.id} buildingId={building.id} />}
    </BuildingFrame>
  );
}

function Log({ buildingId }: { buildingId: string }) {
  const pages = usePages(buildingId, (before, signal) => readLog(buildingId, before, signal));
  return (
    <>
      <p className="max-w-measure">{LOG.lead}</p>
      <Paged pages={pages} words={LOG}>
        {(items) => (
          <ul>
            {items.map((item) => (
              <li
                key={item.id}
                id={item.id}
                tabIndex={-1}
                className="flex flex-col gap-x-6 border-b border-edge py-3 sm:flex-row"
              >
                <time dateTime={item.at} className="shrink-0 text-muted sm:w-56">
                  {longMoment(item.at)}
                </time>
                <span className="min-w-0">
                  <Names in={logText(item)} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}
