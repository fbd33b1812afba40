import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { copyText } from '../../lib/browser/clipboard.js';
import { fileDay, saveFile } from '../../lib/browser/save-file.js';
import { Button } from '../../ui/button.js';
import { CARD } from '../../ui/card.js';
import { toast } from '../../ui/toasts.js';
import { SECOND_FACTOR } from './second-factor.copy.js';

const copy = SECOND_FACTOR.codes;
const ICON = { 'aria-hidden': true, className: 'size-5' };

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Shows the recovery codes, which the server sends once. It is printed without the rest of the page. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = codes.join('\n');

  useEffect(() => heading.current?.focus(), []);

  const copyAll = async () => {
    const isCopied = await copyText(text);
    if (isCopied) toast({ ...copy.copied, kind: 'success' });
    else toast({ ...copy.notCopied, kind: 'error' });
  };

  return (
    <div data-printed-alone className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-button font-semibold">
        {copy.heading}
      </h3>
      <p>{copy.text}</p>
      <ul
        aria-label={copy.list}
        translate="no"
        className={`grid gap-x-6 gap-y-2 p-4 font-mono sm:grid-cols-2 ${CARD}`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon={<Copy {...ICON} />} onClick={() => void copyAll()}>
          {copy.copy}
        </Button>
        <Button
          variant="secondary"
          icon={<Download {...ICON} />}
          onClick={() => saveFile(copy.file(fileDay()), `${text}\n`, 'text/plain')}
        >
          {copy.download}
        </Button>
        <Button variant="secondary" icon={<Printer {...ICON} />} onClick={() => window.print()}>
          {copy.print}
        </Button>
      </div>
      <Button className="self-start" onClick={onSaved}>
        {copy.saved}
      </Button>
    </div>
  );
}
