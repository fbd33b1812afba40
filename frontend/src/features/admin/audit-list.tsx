import type { AuditItem } from '@contract/audit';
import type { ReactNode } from 'react';
import { exactTime } from '../../lib/table-times.js';
import { longDate } from '../../lib/dates.js';
import { usePages } from '../../lib/use-pages.js';
import { Button } from '../../ui/button.js';
import { DataTable } from '../../ui/data-table.js';
import { Loading } from '../../ui/loading.js';
import { Notice } from '../../ui/notice.js';
import { ACTION_WORDS, AUDIT, detailText } from './audit.copy.js';
import { fetchAudit } from './audit-api.js';

export function AuditList({ group }: { group: string }) {
  const { items, hasMore, failed, more, reload, loadMore } = usePages(group, (before, signal) =>
    fetchAudit({ group, before, signal }),
  );
  if (failed) return <Failed onRetry={() => void reload()} />;
  if (!items) return <Loading />;
  if (items.length === 0) return <p role="status">{AUDIT.empty}</p>;
  return (
    <>
      <DataTable
        caption={AUDIT.caption}
        columns={AUDIT.columns}
        rows={items.map(cellsOf)}
        wideFrom="xl"
      />
      {more.failed && <Failed onRetry={() => void loadMore()} />}
      {hasMore && !more.failed && (
        <Button
          variant="secondary"
          className="self-start"
          busy={more.busy}
          onClick={() => void loadMore()}
        >
          {AUDIT.more}
        </Button>
      )}
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice kind="error" role="alert">
      <p>{AUDIT.failed}</p>
      <div>
        <Button variant="secondary" onClick={onRetry}>
          {AUDIT.retry}
        </Button>
      </div>
    </Notice>
  );
}

function cellsOf(item: AuditItem): ReactNode[] {
  const { id, at, action, actor, building, details, subjectId, seq } = item;
  return [
    // Focusable, so that whoever asked for more goes on reading at the first new row.
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
