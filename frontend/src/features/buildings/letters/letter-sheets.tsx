import type { CreatedLetter } from '@contract/http';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useHoldReload } from '../../../lib/browser/reload.js';
import { longDate } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Names } from '../../../ui/names.js';
import { Notice } from '../../../ui/notice.js';
import { QrCode } from '../../../ui/qr-code.js';
import { PrintButton, Sheet, Sheets } from '../../../ui/sheet.js';
import { useBack } from '../../../ui/use-back.js';
import { grouped, joinPageOf, memberHomeText, NEVER_ASKED } from '../buildings.copy.js';
import { LETTER, LETTERS } from './letters.copy.js';

interface LetterSheetsProps {
  letters: CreatedLetter[];
  address: string;
  onDone: () => void;
}

/** Shows new letters, two on a page of paper. The server has only hashes of their codes. */
export function LetterSheets({ letters, address, onDone }: LetterSheetsProps) {
  const [isAsked, setAsked] = useState(false);
  const [leaveTo, setLeaveTo] = useLeaving();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useHoldReload(true);
  useBack(() => setAsked(true));
  const leave = () => {
    onDone();
    if (leaveTo) void navigate(leaveTo);
  };
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="no-print text-h2">
        {LETTERS.made(letters.length)}
      </h2>
      <div className="no-print flex flex-col gap-4">
        <Notice>{LETTERS.once}</Notice>
        <div className="flex flex-wrap gap-3">
          <PrintButton>{LETTERS.print}</PrintButton>
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {LETTERS.done}
          </Button>
        </div>
        <p className="text-meta text-muted sm:hidden">{LETTERS.onPhone}</p>
        {canShare() && (
          <ul className="flex flex-col gap-2 sm:hidden">
            {letters.map((letter) => (
              <li key={letter.id} className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  <Names in={memberHomeText(letter)} />
                </span>
                <Button
                  variant="secondary"
                  aria-label={`${LETTERS.share}: ${memberHomeText(letter)}`}
                  onClick={() => void share(letter, address)}
                >
                  {LETTERS.share}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Sheets>
        {letters.map((letter) => (
          <Letter key={letter.id} letter={letter} address={address} />
        ))}
      </Sheets>
      {(isAsked || leaveTo !== undefined) && (
        <ConfirmDialog
          title={LETTERS.leave.question}
          cancel={LETTERS.leave.stay}
          confirm={LETTERS.leave.leave}
          onConfirm={leave}
          onClose={() => {
            setAsked(false);
            setLeaveTo(undefined);
          }}
        >
          <p>{LETTERS.leave.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Letter({ letter, address }: { letter: CreatedLetter; address: string }) {
  const page = joinPageOf(letter.url);
  return (
    <Sheet half>
      <p>
        <Names in={LETTER.to(letter)} />
      </p>
      <h3>
        <Names in={LETTER.heading(address)} />
      </h3>
      <p>{LETTER.lead}</p>
      <div className="flex items-center gap-4">
        <QrCode text={letter.url} label={LETTER.qr} ecc="quartile" className="sheet-qr-small" />
        <ol className="flex list-decimal flex-col gap-2 pl-6">
          {LETTER.steps(page, grouped(letter.code)).map((step) => (
            <li key={step}>
              <Names in={step} />
            </li>
          ))}
        </ol>
      </div>
      <p>{LETTER.until(longDate(letter.expiresAt))}</p>
      <p>{NEVER_ASKED}</p>
    </Sheet>
  );
}

const canShare = (): boolean => 'share' in navigator;

/** A share that the person cancels rejects, which is no failure. */
const share = ({ url, ...home }: CreatedLetter, address: string) =>
  navigator
    .share({ title: LETTER.heading(address), text: LETTER.to(home), url })
    .catch(() => undefined);

/**
 * Asks before a link leads away, and before the tab is closed.
 * @returns where the pressed link leads; undefined without one
 */
function useLeaving() {
  const [leaveTo, setLeaveTo] = useState<string>();
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a[href^="/"]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaveTo(link.getAttribute('href') ?? undefined);
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const stopped = new AbortController();
    const { signal } = stopped;
    document.addEventListener('click', ask, { capture: true, signal });
    window.addEventListener('beforeunload', warn, { signal });
    return () => stopped.abort();
  }, []);
  return [leaveTo, setLeaveTo] as const;
}
