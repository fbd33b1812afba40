import type { AccessCode } from '@contract/http';
import { Copy, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { longMoment, shortDay } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { CodeStatus } from './code-status.js';
import { CODES, copyLabel, removeLabel } from './codes.copy.js';
import { copyCode } from './copy-code.js';
import { copyButtonId, removeButtonId } from './use-focus-after.js';

const ROW =
  'block rounded-card border p-4 lg:table-row lg:rounded-none lg:border-0 lg:border-b lg:border-edge lg:p-0';
const CELL = 'block py-1 align-middle lg:table-cell lg:px-3 lg:py-3';

interface CodeRowProps {
  code: AccessCode;
  fresh: boolean;
  going: boolean;
  onRemove: (code: AccessCode) => void;
}

/** `memo` keeps a search among hundreds of codes fast: only changed rows render again. */
export const CodeRow = memo(function CodeRow({ code, fresh, going, onRemove }: CodeRowProps) {
  return (
    <tr
      role="row"
      aria-busy={going || undefined}
      className={`${ROW} ${fresh ? 'border-primary bg-surface' : 'border-edge'}`}
    >
      <th
        role="rowheader"
        scope="row"
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
        <span className="lg:sr-only">{CODES.columns.created} </span>
        <time dateTime={code.createdAt} title={longMoment(code.createdAt)}>
          {shortDay(code.createdAt)}
        </time>
      </td>
      <td role="cell" className={CELL}>
        <div className="flex flex-wrap gap-3 pt-2 whitespace-nowrap lg:flex-nowrap lg:justify-end lg:pt-0">
          <Button
            id={copyButtonId(code.id)}
            variant="secondary"
            aria-label={copyLabel(code.code)}
            icon={<Copy aria-hidden="true" className="size-5" />}
            onClick={() => void copyCode(code.code)}
          >
            {CODES.copy}
          </Button>
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
});

function Receiver({ code: { name, company, email } }: { code: AccessCode }) {
  if (!name && !company && !email) return <span className="text-muted">–</span>;
  return (
    <>
      {name && <p className="font-semibold">{name}</p>}
      {company && <p>{company}</p>}
      {email && <p className="text-meta text-muted">{email}</p>}
    </>
  );
}
