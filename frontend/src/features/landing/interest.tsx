import type { Ref } from 'react';
import { Band } from '../../ui/pages/band.js';
import { InterestForm } from './interest-form.js';
import { INTEREST } from './landing.copy.js';
import { CARD } from '../../ui/card.js';

/** The target of the page's buttons. It takes the focus, so that Tab continues inside it. */
export function Interest({ ref }: { ref: Ref<HTMLElement> }) {
  return (
    <Band
      ref={ref}
      tone="surface"
      tabIndex={-1}
      aria-labelledby="interest"
      className="-scroll-mt-16 border-b-0 outline-none"
    >
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div>
          <h2 id="interest" className="text-band">
            {INTEREST.heading}
          </h2>
          <p className="mt-3">{INTEREST.lead}</p>
        </div>
        <div className={`bg-page p-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 ${CARD}`}>
          <InterestForm />
        </div>
        <div className="flex flex-col gap-8">
          <div>
            <h3 className="text-button">{INTEREST.forWhom}</h3>
            <dl className="mt-3 flex flex-col gap-3">
              {INTEREST.groups.map(({ who, text }) => (
                <div key={who}>
                  <dt className="font-semibold">{who}</dt>
                  <dd className="text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div>
            <h3 className="text-button">{INTEREST.then}</h3>
            <ol className="mt-3 flex list-decimal flex-col gap-2 pl-6 text-muted marker:font-semibold marker:text-primary">
              {INTEREST.next.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </Band>
  );
}
