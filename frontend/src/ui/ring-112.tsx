import { Phone } from 'lucide-react';
import { Names } from './names.js';

interface Ring112Props {
  /** Shown on wide screens, which are rarely phones: the caller needs it for the operator. */
  address?: string;
  className?: string;
}

/** A plain link works before and without any script. The page never dials by itself. */
export function Ring112({ address, className = '' }: Ring112Props) {
  return (
    <span className={`inline-flex items-center gap-3 ${className}`}>
      <a
        href="tel:112"
        className="inline-flex min-h-12 shrink-0 grow items-center justify-center gap-1.5 rounded-card border-2 border-ink bg-ink px-2 font-bold sm:gap-2 sm:px-3 whitespace-nowrap text-page"
      >
        <Phone aria-hidden="true" strokeWidth={2.5} className="size-5" />
        <span translate="no">Ring 112</span>
      </a>
      {address && (
        <span className="hidden max-w-52 text-meta leading-tight xl:inline">
          <Names in={`Ring 112 från en telefon. Säg: \u2068${address}\u2069.`} />
        </span>
      )}
    </span>
  );
}
