import type { AlarmReport, MissedHome } from '@contract/exercises';
import type { Membership } from '@contract/http';
import { PAGES, pastAlarmPath } from '@contract/paths';
import { shown } from '@contract/written-text';
import { useEffect } from 'react';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { type DrawnHome, Facade } from '../../../ui/facade/facade.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Loaded } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Section } from '../../../ui/pages/page.js';
import { PrintButton } from '../../../ui/sheet.js';
import '../../../ui/homes-on-paper.css';
import { BuildingFrame } from '../building-frame.js';
import { readReport } from '../buildings-api.js';
import { memberHomeText } from '../buildings.copy.js';
import { RemindSeveral } from '../remind-several.js';
import { ReachCurve } from './curve.js';
import {
  capital,
  dayText,
  previousText,
  REASONS,
  REPORT as COPY,
  summaryText,
  UNKNOWN_REASON,
} from './exercises.copy.js';

const EVERY_MS = 3_000;

/** `/building/exercises/:alarmId`: who was reached, live while it goes on, and printed on one page. */
export default function ReportPage({ alarmId }: { alarmId: string }) {
  return (
    <BuildingFrame title={COPY.title}>
      {(membership) => <Report key={alarmId} alarmId={alarmId} membership={membership} />}
    </BuildingFrame>
  );
}

function Report({ alarmId, membership }: { alarmId: string; membership: Membership }) {
  const loaded = useLoad(alarmId, (signal) => readReport(alarmId, signal));
  const { data, reload } = loaded;
  const isOpen = data && !data.endedAt;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, reload]);

  return (
    <>
      <Link
        to={data?.exercise === false ? pastAlarmPath(alarmId) : PAGES.buildingExercises}
        className={`${LONE_LINK} self-start print:hidden`}
      >
        {data?.exercise === false ? COPY.backToAlarm : COPY.back}
      </Link>
      <Loaded from={loaded} words={COPY}>
        {(report) => <Content report={report} membership={membership} />}
      </Loaded>
    </>
  );
}

interface ContentProps {
  report: AlarmReport;
  membership: Membership;
}

function Content({ report, membership: { building } }: ContentProps) {
  const { exercise, raisedAt, endedAt, missed, outside, displays, previous, homes } = report;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p>
          <bdi translate="no">{shown(building.name)}</bdi>
          <span>{`, ${exercise ? 'övning' : 'larm'} ${dayText(raisedAt)}`}</span>
        </p>
        {!endedAt && <p className="font-semibold">{exercise ? COPY.running : COPY.ongoing}</p>}
        <p role="status" className="text-h2">
          {summaryText(report)}
        </p>
        {displays && <p>{COPY.displays(displays)}</p>}
        {previous && <p>{previousText(previous.reachedMs.length, previous.homes)}</p>}
      </div>
      <div className="print:hidden">
        <PrintButton>{COPY.print}</PrintButton>
      </div>
      {report.reachedHomes && (
        <Facade homes={drawnHomes(report)} words={COPY.windows} className="print:hidden" />
      )}
      {homes > 0 && <ReachCurve report={report} />}
      {homes > 0 && (
        <Section heading={`${COPY.missed} (${missed.length})`}>
          {missed.length === 0 && <p>{COPY.allReached}</p>}
          <ul className="homes-on-paper">
            {missed.map((home) => (
              <li key={memberHomeText(home)} className="border-b border-edge py-2">
                <span className="font-semibold">
                  <Names in={capital(memberHomeText(home))} />
                </span>
                <span>{` · ${home.reason ? REASONS[home.reason] : UNKNOWN_REASON}`}</span>
              </li>
            ))}
          </ul>
          {endedAt && missed.length > 0 && (
            <RemindSeveral buildingId={building.id} members={missed.flatMap(membersOf)}>
              {COPY.remindAll(missed.flatMap(membersOf).length)}
            </RemindSeveral>
          )}
        </Section>
      )}
      {outside.length > 0 && (
        <p>
          <Names in={COPY.outside(outside.map(homeNumber).join(', '))} />
        </p>
      )}
    </>
  );
}

const membersOf = ({ names, membershipIds, ...home }: MissedHome) =>
  membershipIds.map((id, n) => ({ id, name: names[n] ?? '', home }));

/** A response lights the window of a home; one that was reached alone is hatched. */
function drawnHomes({ reachedHomes = [], missed, outside }: AlarmReport): DrawnHome[] {
  return [
    ...reachedHomes.map(({ answered, ...home }): DrawnHome => ({
      ...home,
      pattern: answered ? 'lit' : 'hatched',
    })),
    ...missed.map(({ entrance, apartment }): DrawnHome => ({
      ...(entrance && { entrance }),
      apartment,
      pattern: 'dark',
    })),
    ...outside.map((home): DrawnHome => ({ ...home, pattern: 'open' })),
  ];
}

const homeNumber = ({ entrance, apartment }: { entrance?: string; apartment: string }): string =>
  entrance ? `${entrance} ${apartment}` : apartment;
