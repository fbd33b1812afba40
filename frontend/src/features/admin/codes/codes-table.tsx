import type { AccessCode } from '@contract/http';
import { isolated } from '@contract/written-text';
import { Check, Trash2 } from 'lucide-react';
import { longMoment, shortDay } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copyable.js';
import { Names } from '../../../ui/names.js';
import { CODES, copiedText, copyLabel, removeLabel, usedText } from '../admin.copy.js';

const HEAD =
  'sticky top-16 z-1 bg-surface px-3 py-3 text-left text-meta font-semibold last:text-right';

interface CodesTableProps {
  codes: AccessCode[];
  freshId: string | undefined;
  goingId: string | undefined;
  onRemove: (code: AccessCode) => void;
}

/** Shows a table, or cards on narrow screens. The roles keep it a table for screen readers. */
export function CodesTable({ codes, freshId, goingId, onRemove }: CodesTableProps) {
  return (
    <table role="table" className="block w-full border-collapse lg:table">
      <caption className="sr-only">{CODES.list}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row">
          {Object.values(CODES.columns).map((heading) => (
            <th key={heading} role="columnheader" scope="col" className={HEAD}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="flex flex-col gap-3 lg:table-row-group">
        {codes.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            fresh={code.id === freshId}
            going={code.id === goingId}
            onRemove={onRemove}
          />
        ))}
      </tbody>
    </table>
  );
}

export const copyButtonId = (id: string) => `copy-${id}`;
export const removeButtonId = (id: string) => `remove-${id}`;

const ROW =
  'block rounded-card border p-4 lg:table-row lg:rounded-none lg:border-0 lg:border-b lg:border-edge lg:p-0';
const CELL = 'block py-1 align-middle lg:table-cell lg:px-3 lg:py-3';

interface CodeRowProps {
  code: AccessCode;
  fresh: boolean;
  going: boolean;
  onRemove: (code: AccessCode) => void;
}

function CodeRow({ code, fresh, going, onRemove }: CodeRowProps) {
  return (
    <tr
      role="row"
      aria-busy={going || undefined}
      className={`${ROW} ${fresh ? 'border-primary bg-surface' : 'border-edge'}`}
    >
      <th
        role="rowheader"
        scope="row"
        translate="no"
        className={`${CELL} text-left font-mono text-button whitespace-nowrap select-all ${fresh ? 'lg:[box-shadow:inset_4px_0_var(--color-primary)]' : ''}`}
      >
        {code.code}
      </th>
      <td role="cell" className={CELL}>
        <CodeStatus code={code} fresh={fresh} />
      </td>
      <td role="cell" className={`${CELL} wrap-anywhere`}>
        <Receiver code={code} />
      </td>
      <td role="cell" className={`${CELL} whitespace-nowrap text-muted max-lg:text-meta`}>
        <span className="lg:sr-only">{`${CODES.columns.created} `}</span>
        <time dateTime={code.createdAt} title={longMoment(code.createdAt)}>
          {shortDay(code.createdAt)}
        </time>
      </td>
      <td role="cell" className={CELL}>
        <div className="flex flex-wrap gap-3 pt-2 whitespace-nowrap lg:flex-nowrap lg:justify-end lg:pt-0">
          <CopyButton
            id={copyButtonId(code.id)}
            aria-label={copyLabel(code.code)}
            text={code.code}
            copied={{ title: CODES.copied, text: copiedText(code.code) }}
            notCopied={CODES.failed.copy}
          >
            {CODES.copy}
          </CopyButton>
          <Button
            id={removeButtonId(code.id)}
            variant="secondary"
            busy={going}
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

function Receiver({ code: { name, company, email } }: { code: AccessCode }) {
  if (!name && !company && !email) return <span className="text-muted">–</span>;
  return (
    <>
      {name && (
        <p className="font-semibold">
          <Names in={isolated(name)} />
        </p>
      )}
      {company && <p>{company}</p>}
      {email && <p className="text-meta text-muted">{email}</p>}
    </>
  );
}

const BADGE = 'inline-flex items-center gap-1 rounded-full px-3 py-0.5 text-meta font-semibold';

function CodeStatus({ code, fresh }: { code: AccessCode; fresh: boolean }) {
  const { useCount, usedAt } = code;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {useCount > 0 ? (
          <span className={`${BADGE} bg-ok text-ok-ink`}>
            <Check aria-hidden="true" className="size-4" />
            <span>{CODES.active}</span>
          </span>
        ) : (
          <span className="whitespace-nowrap text-muted">{CODES.unused}</span>
        )}
        {fresh && <span className={`${BADGE} bg-primary text-primary-ink`}>{CODES.fresh}</span>}
      </p>
      {useCount > 0 && (
        <p className="mt-1 text-meta text-muted lg:min-w-40">
          {usedAt ? (
            <time dateTime={usedAt} title={longMoment(usedAt)}>
              {usedText(useCount, shortDay(usedAt))}
            </time>
          ) : (
            usedText(useCount, undefined)
          )}
        </p>
      )}
    </>
  );
}
