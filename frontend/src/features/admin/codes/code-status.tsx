import type { AccessCode } from '@contract/http';
import { Check } from 'lucide-react';
import { longMoment, shortDay } from '../../../lib/time/dates.js';
import { CODES, usedText } from './codes.copy.js';

const BADGE = 'inline-flex items-center gap-1 rounded-full px-3 py-0.5 text-meta font-semibold';

export function CodeStatus({ code, fresh }: { code: AccessCode; fresh: boolean }) {
  const { useCount, usedAt } = code;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {useCount > 0 ? (
          <span className={`${BADGE} bg-ok text-ok-ink`}>
            <Check aria-hidden="true" className="size-4" />
            {CODES.active}
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
