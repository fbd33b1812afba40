import type { AccessCode } from '@contract/http';
import { RefreshCw } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Loading } from '../../ui/loading.js';
import { Notice } from '../../ui/notice.js';
import { CodesSearch } from './codes-search.js';
import { CODES, countText, foundText, nothingFound, removeQuestion } from './codes.copy.js';
import { CodesTable } from './codes-table.js';
import { searchCodes } from './search-codes.js';
import type { useCodes } from './use-codes.js';
import { useFocusAfterRemoval, useFocusOnNew } from './use-focus-after.js';

/** So many are seen at a glance; more are searched. */
const SEARCHED_FROM = 9;

type CodesListProps = Omit<ReturnType<typeof useCodes>, 'create'>;

export function CodesList({ codes, loading, freshId, goingId, reload, remove }: CodesListProps) {
  const [asked, ask] = useState<AccessCode>();
  const [search, setSearch] = useSearch(freshId);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = searchCodes(codes ?? [], useDeferredValue(search));
  const searching = search.trim() !== '';
  const leave = useFocusAfterRemoval(codes, heading);
  useFocusOnNew(codes, freshId);

  const confirmed = (code: AccessCode) => {
    ask(undefined);
    leave(code.id, shown);
    void remove(code);
  };

  return (
    <section aria-labelledby="all-codes" aria-busy={loading} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="all-codes" ref={heading} tabIndex={-1} className="text-h2">
          {CODES.list}
        </h2>
        <Button
          variant="secondary"
          busy={loading}
          icon={<RefreshCw aria-hidden="true" className="size-5" />}
          onClick={() => void reload()}
        >
          {CODES.refresh}
        </Button>
      </div>
      {codes && (codes.length >= SEARCHED_FROM || searching) && (
        <CodesSearch value={search} onChange={setSearch} />
      )}
      {codes && codes.length > 0 && (
        <p role="status" className="text-muted tabular-nums">
          {loading
            ? CODES.loading
            : searching
              ? foundText(shown.length, codes.length)
              : countText(codes.length)}
        </p>
      )}
      {!codes && loading && <Loading />}
      {!codes && !loading && (
        <Notice kind="error">
          <p>{CODES.failed.list}</p>
          <div>
            <Button variant="secondary" onClick={() => void reload()}>
              {CODES.retry}
            </Button>
          </div>
        </Notice>
      )}
      {codes?.length === 0 && <Notice>{CODES.empty}</Notice>}
      {shown.length > 0 && (
        <CodesTable codes={shown} freshId={freshId} goingId={goingId} onRemove={ask} />
      )}
      {codes && codes.length > 0 && searching && shown.length === 0 && (
        <Notice>
          <p>{nothingFound(search.trim())}</p>
          <div>
            <Button variant="secondary" onClick={() => setSearch('')}>
              {CODES.showAll}
            </Button>
          </div>
        </Notice>
      )}
      {asked && (
        <ConfirmDialog
          title={removeQuestion(asked.code)}
          confirm={CODES.remove}
          cancel={CODES.cancel}
          onClose={() => ask(undefined)}
          onConfirm={() => confirmed(asked)}
        >
          {CODES.removeText}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** A new code must not be hidden by what was searched before. */
function useSearch(freshId: string | undefined) {
  const [search, setSearch] = useState('');
  const [seenId, setSeenId] = useState(freshId);
  if (freshId !== seenId) {
    setSeenId(freshId);
    setSearch('');
  }
  return [search, setSearch] as const;
}
