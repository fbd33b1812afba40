import type { AuditItem } from '@contract/audit';
import type { Page } from '@contract/http';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { usePages } from '../../lib/hooks/use-load.js';
import { request } from '../../lib/net/http.js';
import { longDate, tableTime } from '../../lib/time/dates.js';
import { Button } from '../../ui/button.js';
import { DataTable } from '../../ui/data-table.js';
import { SelectField } from '../../ui/forms/fields.js';
import { Paged } from '../../ui/paged.js';
import { toast } from '../../ui/toasts.js';
import { AdminPage } from './admin-page.js';
import { ACTION_WORDS, AUDIT, detailText } from './admin.copy.js';

/** `/admin/audit`: shows and exports the audit log, which no user can change. */
export default function AuditPage() {
  return <AdminPage title={AUDIT.title}>{() => <Log />}</AdminPage>;
}

function Log() {
  const [group, setGroup] = useState('');
  return (
    <>
      <div className="flex max-w-measure flex-col gap-2">
        <p className="text-pretty">{AUDIT.lead}</p>
        <p className="text-muted">
          <span>{AUDIT.chain[0]}</span>{' '}
          <code translate="no" className="font-mono text-meta wrap-anywhere">
            {AUDIT.command}
          </code>{' '}
          <span>{AUDIT.chain[1]}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label={AUDIT.group}
          className="grow sm:max-w-64"
          value={group}
          onChange={(event) => setGroup(event.target.value)}
        >
          <option value="">{AUDIT.all}</option>
          {Object.entries(AUDIT.groups).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <AuditExport key={group} group={group} />
      </div>
      <AuditList group={group} />
    </>
  );
}

/** Saves all events of the filter as one file. If a page cannot be fetched, no file is saved. */
function AuditExport({ group }: { group: string }) {
  const [fetched, setFetched] = useState<number>();

  const save = async () => {
    setFetched(0);
    try {
      const all = await fetchWholeAudit(group, setFetched);
      const name = ['resq-handelser', group, fileDay()].filter(Boolean).join('-');
      saveFile(`${name}.json`, JSON.stringify(all, null, 2));
      toast({ title: AUDIT.exported(all.length), kind: 'success' });
    } catch {
      toast({ ...AUDIT.notExported, kind: 'error' });
    }
    setFetched(undefined);
  };

  return (
    <Button
      variant="secondary"
      busy={fetched !== undefined}
      icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void save()}
    >
      {fetched === undefined ? AUDIT.export : AUDIT.exporting(fetched)}
    </Button>
  );
}

function AuditList({ group }: { group: string }) {
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
      {`${longDate(at)} ${tableTime(at)}`}
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
          <span>{AUDIT.about}</span>{' '}
          <span translate="no" className="font-mono">
            {subjectId}
          </span>
        </p>
      )}
      <p>{seq === undefined ? AUDIT.unsealed : `${AUDIT.row} ${seq}`}</p>
    </div>,
  ];
}

interface AuditQuery {
  /** A group of actions; empty for all. */
  group: string;
  before?: string;
  signal?: AbortSignal;
}

function fetchAudit({ group, before, signal }: AuditQuery): Promise<Page<AuditItem>> {
  const parts = [group && `action=${group}`, before && `before=${before}`].filter(Boolean);
  const query = parts.length > 0 ? `?${parts.join('&')}` : '';
  return request<Page<AuditItem>>('GET', `/admin/audit${query}`, undefined, { signal });
}

/**
 * Fetches the whole log page by page, because it is too long for one answer.
 * @param onProgress receives the count so far
 */
async function fetchWholeAudit(
  group: string,
  onProgress: (count: number) => void,
): Promise<AuditItem[]> {
  const all: AuditItem[] = [];
  let before: string | undefined;
  do {
    const { items, next } = await fetchAudit({ group, before });
    all.push(...items);
    onProgress(all.length);
    before = next ?? undefined;
  } while (before);
  return all;
}
