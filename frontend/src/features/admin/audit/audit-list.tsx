import type { AuditItem } from '@contract/audit';
import type { ReactNode } from 'react';
import { exactTime } from '../../../lib/time/table-times.js';
import { longDate } from '../../../lib/time/dates.js';
import { usePages } from '../../../lib/hooks/use-pages.js';
import { DataTable } from '../../../ui/data-table.js';
import { Paged } from '../../../ui/paged.js';
import { ACTION_WORDS, AUDIT, detailText } from './audit.copy.js';
import { fetchAudit } from './audit-api.js';

export function AuditList({ group }: { group: string }) {
  const pages = usePages(group, (before, signal) => fetchAudit({ group, before, signal }));
  return (
    <Paged pages={pages} words={AUDIT}>
      {(items) => (
        <DataTable
          caption={AUDIT.caption}
          columns={AUDIT.columns}
          rows={items.map(cellsOf)}
          wideFrom="xl"
        />
      )}
    </Paged>
  );
}

function cellsOf(item: AuditItem): ReactNode[] {
  const { id, at, action, actor, building, details, subjectId, seq } = item;
  return [
    // The first new row takes the focus, so that reading continues there.
    <time key="at" id={id} tabIndex={-1} dateTime={at}>
      {longDate(at)} {exactTime(at)}
    </time>,
    ACTION_WORDS[action],
    <span key="who" className="wrap-anywhere">
      {actor ? (actor.email ?? AUDIT.former) : AUDIT.nobody}
    </span>,
    building ?? AUDIT.nobody,
    <div key="more" className="text-meta wrap-anywhere text-muted">
      {Object.entries(details).map((one) => (
        <p key={one[0]}>{detailText(one)}</p>
      ))}
      {subjectId && (
        <p>
          {AUDIT.about} <span className="font-mono">{subjectId}</span>
        </p>
      )}
      <p>{seq === undefined ? AUDIT.unsealed : `${AUDIT.row} ${seq}`}</p>
    </div>,
  ];
}
