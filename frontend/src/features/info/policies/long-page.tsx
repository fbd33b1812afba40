import { Blocks } from '../blocks.js';
import { Contents } from './contents.js';
import { LAYOUT, UPDATED, type LongCopy } from '../copy.js';
import { PageHead } from '../page-head.js';
import { useAnchor } from './use-anchor.js';

/** Shows a policy: the key sentences first, then all sections, with the contents beside them. */
export function LongPage({ copy }: { copy: LongCopy }) {
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
