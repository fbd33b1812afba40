import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { LAYOUT, type Section } from '../copy.js';

/**
 * Shows the page's contents beside the text, or behind a button above it on narrow screens. Both
 * use one list, so that no heading is read or found twice.
 */
export function Contents({ sections }: { sections: readonly Section[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <nav
      aria-label={LAYOUT.contents}
      className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="control-border flex min-h-12 w-full items-center justify-between gap-3 rounded-card px-4 py-2 text-left font-semibold hover:bg-surface lg:hidden"
      >
        {LAYOUT.contents}
        <ChevronDown
          aria-hidden="true"
          className={`size-6 shrink-0 text-primary ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <p aria-hidden="true" className="hidden pb-2 font-semibold lg:block">
        {LAYOUT.contents}
      </p>
      <ul id={id} className={`border-l-2 border-edge max-lg:mt-3 ${open ? '' : 'max-lg:hidden'}`}>
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="flex min-h-12 items-center py-2 pr-2 pl-4 -outline-offset-3 leading-snug text-primary hover:bg-surface hover:underline"
            >
              {section.heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
