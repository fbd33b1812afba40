import type { AccessCode } from '@contract/http';
import { RefreshCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Loading } from '../../../ui/loaded.js';
import { Notice } from '../../../ui/notice.js';
import { Section } from '../../../ui/pages/page.js';
import { CODES, countText, removeQuestion } from '../admin.copy.js';
import type { useCodes } from './codes-page.js';
import { CodesTable, copyButtonId, removeButtonId } from './codes-table.js';

type CodesListProps = Omit<ReturnType<typeof useCodes>, 'create'>;

export function CodesList({ codes, loading, freshId, goingId, reload, remove }: CodesListProps) {
  const [toRemove, setToRemove] = useState<AccessCode>();
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = useFocusAfterRemoval(codes, heading);
  useFocusOnNew(freshId, codes);

  const count = codes?.length ?? 0;
  return (
    <Section heading={CODES.list} headingRef={heading}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {count > 0 && (
          <p role="status" className="min-w-40 grow py-3 text-muted tabular-nums">
            {loading ? CODES.loading : countText(count)}
          </p>
        )}
        <Button
          variant="secondary"
          busy={loading}
          icon={<RefreshCw aria-hidden="true" className="size-5" />}
          onClick={() => void reload()}
        >
          {CODES.refresh}
        </Button>
      </div>
      {!codes && loading && <Loading />}
      {!codes && !loading && (
        // The toast has announced the failure, so this is no alert.
        <Notice kind="error">
          <p>{CODES.failed.list}</p>
          <div>
            <Button
              variant="secondary"
              onClick={() => {
                // The button disappears with the notice.
                heading.current?.focus();
                void reload();
              }}
            >
              {CODES.retry}
            </Button>
          </div>
        </Notice>
      )}
      {codes && count === 0 && <Notice>{CODES.empty}</Notice>}
      {codes && count > 0 && (
        <CodesTable codes={codes} freshId={freshId} goingId={goingId} onRemove={setToRemove} />
      )}
      {toRemove && (
        <ConfirmDialog
          title={removeQuestion(toRemove.code)}
          confirm={CODES.remove}
          onClose={() => setToRemove(undefined)}
          onConfirm={() => {
            setToRemove(undefined);
            leave(toRemove.id);
            void remove(toRemove);
          }}
        >
          {CODES.removeText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

const focus = (id: string) => document.getElementById(id)?.focus();

/** Focuses the copy button of a new code, the usual next step. */
function useFocusOnNew(freshId: string | undefined, codes: AccessCode[] = []) {
  const isListed = codes.some(({ id }) => id === freshId);
  useEffect(() => {
    if (freshId && isListed) focus(copyButtonId(freshId));
  }, [freshId, isListed]);
}

/** Moves the focus from a removed row to its neighbour, or to `otherwise` if no row is left. */
function useFocusAfterRemoval(
  codes: AccessCode[] | undefined,
  otherwise: RefObject<HTMLElement | null>,
) {
  const going = useRef<{ id: string; neighbour?: string }>(undefined);

  useEffect(() => {
    const one = going.current;
    if (!one || codes?.some(({ id }) => id === one.id)) return;
    going.current = undefined;
    if (document.activeElement !== document.body) return;
    if (one.neighbour) focus(removeButtonId(one.neighbour));
    else otherwise.current?.focus();
  }, [codes, otherwise]);

  return (id: string) => {
    const at = codes?.findIndex((one) => one.id === id) ?? 0;
    going.current = { id, neighbour: (codes?.[at + 1] ?? codes?.[at - 1])?.id };
  };
}
