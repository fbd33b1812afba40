import { BellRing, Building2, Phone, ShieldCheck, Volume2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.js';
import { IconCard } from '../../ui/card.js';
import { Band } from '../../ui/pages/band.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { BuildingPicture } from './building-picture.js';
import { Interest } from './interest-form.js';
import { LANDING } from './landing.copy.js';
import { Steps } from './steps.js';

export default function Landing() {
  const signup = useRef<HTMLElement>(null);
  const toSignup = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    signup.current?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
    signup.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <Hero toSignup={toSignup} />
      <Cards />
      <Steps />
      <Band tone="brand" aria-labelledby="call">
        <div className="flex flex-col gap-6 md:flex-row md:items-center md:justify-between">
          <div className="flex flex-col gap-3">
            <h2 id="call" className="text-band">
              {LANDING.callTitle}
            </h2>
            <p>{LANDING.callText}</p>
          </div>
          <Button
            variant="onBrand"
            size="answer"
            className="shrink-0 self-start md:self-auto"
            onClick={toSignup}
          >
            {LANDING.callButton}
          </Button>
        </div>
      </Band>
      <Interest ref={signup} />
    </>
  );
}

/** The text comes first on every screen: a user in need must not have to scroll past a picture. */
function Hero({ toSignup }: { toSignup: () => void }) {
  return (
    <div className="column grid grid-cols-1 items-center gap-8 py-8 sm:py-12 lg:grid-cols-2 lg:gap-16 lg:py-16">
      <div className="flex flex-col items-start gap-6">
        <PageTitle
          title={LANDING.title}
          className="text-[length:min(var(--text-alarm),12vw)] leading-[1.15]"
        >
          {LANDING.title}
        </PageTitle>
        <p className="text-button leading-normal">{LANDING.lead}</p>
        <div className="flex w-full flex-wrap gap-3 *:grow sm:*:grow-0">
          <Button size="answer" className="px-6" onClick={toSignup}>
            {LANDING.start}
          </Button>
          <Button size="answer" variant="secondary" className="px-6" onClick={toSignup}>
            {LANDING.signIn}
          </Button>
        </div>
        <p className="flex items-start gap-2 text-muted">
          <Phone aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span>{LANDING.first112}</span>
        </p>
      </div>
      <BuildingPicture className="aspect-8/7 w-full print:hidden" />
    </div>
  );
}

const ICONS = [BellRing, Volume2, ShieldCheck, Building2];

function Cards() {
  return (
    <Band tone="surface" aria-labelledby="cards">
      <h2 id="cards" className="text-band">
        {LANDING.cardsHeading}
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {LANDING.cards.map(({ title, text }, index) => {
          return (
            <IconCard
              key={title}
              Icon={ICONS[index] ?? BellRing}
              title={title}
              text={text}
              className="bg-page sm:flex-col [&_p]:text-muted"
            />
          );
        })}
      </ul>
    </Band>
  );
}
