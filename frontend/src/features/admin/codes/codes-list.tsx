import type { AccessCode } from '@contract/http';
import { plain } from '@contract/pasted';
import { RefreshCw } from 'lucide-react';
import { type Ref, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { TextField } from '../../../ui/forms/fields.js';
import { Loading } from '../../../ui/loaded.js';
import { Notice } from '../../../ui/notice.js';
import { Section } from '../../../ui/pages/page.js';
import { CodesTable, copyButtonId, removeButtonId } from './codes-table.js';
import { CODES, countText, foundText, nothingFound, removeQuestion } from '../admin.copy.js';
import type { useCodes } from './codes-page.js';

/** The number of codes from which the list has a search field. */
const SEARCHED_FROM = 9;

type CodesListProps = Omit<ReturnType<typeof useCodes>, 'create'>;

export function CodesList({ codes, loading, freshId, goingId, reload, remove }: CodesListProps) {
  const [asked, ask] = useState<AccessCode>();
  const [search, setSearch] = useSearch(freshId);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const shown = searchCodes(codes ?? [], useDeferredValue(search));
  const searching = search.trim() !== '';
  const leave = useFocusAfterRemoval(codes, heading);
  useFocusOnNew(shown, freshId);

  const count = codes?.length ?? 0;
  const countLine = searching ? foundText(shown.length, count) : countText(count);
  return (
    <Section heading={CODES.list} headingRef={heading}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {(count >= SEARCHED_FROM || searching) && (
          <CodesSearch ref={field} value={search} onChange={setSearch} />
        )}
        {count > 0 && (
          <p role="status" className="min-w-40 grow py-3 text-muted tabular-nums">
            {loading ? CODES.loading : countLine}
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
        <NoticeWithButton
          kind="error"
          text={CODES.failed.list}
          button={CODES.retry}
          onClick={() => {
            heading.current?.focus();
            void reload();
          }}
        />
      )}
      {codes && count === 0 && <Notice>{CODES.empty}</Notice>}
      {shown.length > 0 && (
        <CodesTable codes={shown} freshId={freshId} goingId={goingId} onRemove={ask} />
      )}
      {count > 0 && searching && shown.length === 0 && (
        <NoticeWithButton
          text={nothingFound(search.trim())}
          button={CODES.showAll}
          onClick={() => {
            field.current?.focus();
            setSearch('');
          }}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={removeQuestion(asked.code)}
          confirm={CODES.remove}
          cancel={CODES.cancel}
          onClose={() => ask(undefined)}
          onConfirm={() => {
            ask(undefined);
            leave(asked.id, shown);
            void remove(asked);
          }}
        >
          {CODES.removeText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface NoticeWithButtonProps {
  kind?: 'error';
  text: string;
  button: string;
  /** Must move the focus first, because the button disappears with the notice. */
  onClick: () => void;
}

function NoticeWithButton({ kind, text, button, onClick }: NoticeWithButtonProps) {
  return (
    <Notice kind={kind}>
      <p className="wrap-anywhere">{text}</p>
      <div>
        <Button variant="secondary" onClick={onClick}>
          {button}
        </Button>
      </div>
    </Notice>
  );
}

/** Clears the search when a code is created: an old search must not hide the new code. */
function useSearch(freshId: string | undefined) {
  const [search, setSearch] = useState('');
  const [seenId, setSeenId] = useState(freshId);
  if (freshId !== seenId) {
    setSeenId(freshId);
    setSearch('');
  }
  return [search, setSearch] as const;
}

interface CodesSearchProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (search: string) => void;
}

function CodesSearch({ ref, value, onChange }: CodesSearchProps) {
  return (
    <div role="search" className="w-full sm:max-w-form">
      <TextField
        ref={ref}
        type="search"
        label={CODES.search}
        hint={CODES.searchHint}
        autoCapitalize="none"
        enterKeyHint="search"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/**
 * Returns the codes that contain every word of the query, in the code or its receiver's details.
 */
export function searchCodes(codes: AccessCode[], query: string): AccessCode[] {
  const words = lowered(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return codes;
  return codes.filter(({ code, name, email, company }) => {
    const text = lowered([code, name, email, company].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

const lowered = (text: string) => plain(text).toLocaleLowerCase('sv');

const focus = (id: string) => document.getElementById(id)?.focus();

/** Focuses the copy button of a new code, the usual next step: once, not after each search. */
function useFocusOnNew(shown: AccessCode[], freshId: string | undefined) {
  const done = useRef<string>(undefined);
  const seen = shown.some(({ id }) => id === freshId);
  useEffect(() => {
    if (!freshId || !seen || done.current === freshId) return;
    done.current = freshId;
    focus(copyButtonId(freshId));
  }, [freshId, seen]);
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

  /** @param shown the rows in their order on the screen */
  return (id: string, shown: AccessCode[]) => {
    const at = shown.findIndex((one) => one.id === id);
    going.current = { id, neighbour: (shown[at + 1] ?? shown[at - 1])?.id };
  };
}
