import type { AccessCode } from '@contract/http';
import { CODES } from './codes.copy.js';
import { CodeRow } from './code-row.js';

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
