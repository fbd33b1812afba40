import type { AccessCode } from '@contract/http';
import { Check, Copy, Trash2 } from 'lucide-react';
import { shortDay } from '../../lib/dates.js';
import { Button } from '../../ui/button.js';
import { CODES, copyLabel, removeLabel, usedText } from './codes.copy.js';

const { columns } = CODES;
const HEAD = 'sticky top-16 bg-surface px-3 py-3 text-left text-meta font-semibold';
const CELL = 'block py-1 align-middle lg:table-cell lg:px-3 lg:py-3';

interface CodesTableProps {
  codes: AccessCode[];
  onCopy: (code: AccessCode) => void;
  onRemove: (code: AccessCode) => void;
}

/** A table on wide screens, cards on narrow ones; the roles keep it a table for screen readers. */
export function CodesTable({ codes, onCopy, onRemove }: CodesTableProps) {
  return (
    <table role="table" className="block w-full border-collapse lg:table">
      <caption className="sr-only">{CODES.list}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row">
          {Object.values(columns).map((heading) => (
            <th key={heading} role="columnheader" scope="col" className={HEAD}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="flex flex-col gap-3 lg:table-row-group">
        {codes.map((code) => (
          <CodeRow key={code.id} code={code} onCopy={onCopy} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

type CodeRowProps = Omit<CodesTableProps, 'codes'> & { code: AccessCode };

function CodeRow({ code, onCopy, onRemove }: CodeRowProps) {
  const receiver = [code.name, code.company, code.email].filter(Boolean).join(', ');
  return (
    <tr
      role="row"
      className="block rounded-card border border-edge p-4 lg:table-row lg:rounded-none lg:border-0 lg:border-b lg:p-0"
    >
      <th
        role="rowheader"
        scope="row"
        className={`${CELL} text-left font-mono text-button whitespace-nowrap`}
      >
        {code.code}
      </th>
      <td role="cell" className={CELL}>
        <Badge used={code.useCount > 0} />
        {code.useCount > 0 && (
          <p className="mt-1 text-meta text-muted lg:min-w-40">
            {usedText(code.useCount, code.usedAt ? shortDay(code.usedAt) : undefined)}
          </p>
        )}
      </td>
      <td role="cell" className={`${CELL} wrap-anywhere`}>
        {receiver || '–'}
      </td>
      <td role="cell" className={`${CELL} whitespace-nowrap text-muted`}>
        <span className="lg:sr-only">{columns.created} </span>
        {shortDay(code.createdAt)}
      </td>
      <td role="cell" className={CELL}>
        <div className="flex flex-wrap gap-3 pt-2 whitespace-nowrap lg:pt-0 lg:flex-nowrap">
          <Button
            variant="secondary"
            aria-label={copyLabel(code.code)}
            icon={<Copy aria-hidden="true" className="size-5" />}
            onClick={() => onCopy(code)}
          >
            {CODES.copy}
          </Button>
          <Button
            variant="secondary"
            aria-label={removeLabel(code.code)}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => onRemove(code)}
          >
            {CODES.remove}
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Badge({ used }: { used: boolean }) {
  if (!used) return <span className="whitespace-nowrap text-muted">{CODES.unused}</span>;
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-ok px-3 py-0.5 text-meta font-semibold text-ok-ink">
      <Check aria-hidden="true" className="size-4" />
      {CODES.active}
    </span>
  );
}
