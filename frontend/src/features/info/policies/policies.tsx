import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Blocks, PageHead } from '../blocks.js';
import { LAYOUT, type LongCopy, type PolicySection, UPDATED } from '../copy.js';
import { COOKIES } from './cookies.copy.js';
import { PRIVACY } from './privacy.copy.js';
import { TERMS } from './terms.copy.js';

/** Shows a policy: the key sentences first, then all sections, with the contents beside them. */
function LongPage({ copy }: { copy: LongCopy }) {
  useAnchor();
  return (
    <article className="flex flex-col gap-8 lg:gap-12">
      <PageHead title={copy.title} lead={copy.lead}>
        <p className="text-meta text-muted">
          <time dateTime={UPDATED.day}>{UPDATED.text}</time>
        </p>
      </PageHead>
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12 xl:gap-16">
        <Contents sections={copy.sections} />
        <div className="flex min-w-0 flex-col gap-12">
          <Facts facts={copy.facts} />
          {copy.sections.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id} className="flex flex-col gap-4">
              <h2 id={id} tabIndex={-1} className="text-h2">
                {heading}
              </h2>
              <Blocks blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <section
      aria-labelledby="kort-sagt"
      className="flex flex-col gap-4 border-l-8 border-primary bg-surface p-5 sm:p-8"
    >
      <h2 id="kort-sagt" className="text-h2">
        {LAYOUT.facts}
      </h2>
      <ul className="flex max-w-measure list-disc flex-col gap-3 pl-6 marker:text-primary">
        {facts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Shows the page's contents beside the text, or behind a button above it on narrow screens. Both
 * use one list, so that no heading is read or found twice.
 */
function Contents({ sections }: { sections: readonly PolicySection[] }) {
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
        <span>{LAYOUT.contents}</span>
        <ChevronDown
          aria-hidden="true"
          className={`size-6 shrink-0 text-primary ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <p aria-hidden="true" className="hidden pb-2 font-semibold lg:block">
        <span>{LAYOUT.contents}</span>
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

/**
 * Scrolls to the heading that the address's fragment names. The browser searches for it before the
 * page renders, and the router scrolls every page to the top, so this waits for both. Links within
 * the page work without it.
 */
function useAnchor(): void {
  useEffect(() => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (!target) return;
    const frame = requestAnimationFrame(() => {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}

export function Privacy() {
  return <LongPage copy={PRIVACY} />;
}

export function Terms() {
  return <LongPage copy={TERMS} />;
}

export function Cookies() {
  return <LongPage copy={COOKIES} />;
}
