import { BellRing, Building2, Phone as PhoneIcon, ShieldCheck, Volume2 } from 'lucide-react';
import { type ComponentProps, type Ref, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { CARD, IconCard } from '../../ui/card.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { Phone, type PhoneScreen } from '../../ui/phone/phone.js';
import { Picture } from '../../ui/picture.js';
import buildingDark from './building-dark.svg';
import buildingLight from './building-light.svg';
import { InterestForm } from './interest-form.js';
import { INTEREST, LANDING } from './landing.copy.js';

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
        <PageTitle title={LANDING.title} className="text-alarm">
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
          <PhoneIcon aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span>{LANDING.first112}</span>
        </p>
      </div>
      {/* A building cut open at dusk: one home raises the alarm, and all others respond. */}
      <Picture
        light={buildingLight}
        dark={buildingDark}
        className="aspect-8/7 w-full rounded-card print:hidden"
      />
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

/** The screens of the product at each step. */
const SCREENS: PhoneScreen[] = ['waysIn', 'panel', 'sent'];

function Steps() {
  return (
    <Band aria-labelledby="steps">
      <h2 id="steps" className="text-band">
        {LANDING.stepsHeading}
      </h2>
      <ol className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-3 lg:gap-8">
        {LANDING.steps.map(({ title, text }, index) => (
          <li key={title} className="group relative flex gap-5 lg:flex-col">
            <Line />
            <span
              aria-hidden="true"
              className="relative flex size-12 shrink-0 items-center justify-center rounded-full border-2 border-primary bg-page text-button font-bold text-primary tabular-nums"
            >
              {index + 1}
            </span>
            <div className="flex min-w-0 grow flex-col">
              <h3 className="text-button lg:mt-0 max-lg:mt-3">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
              <Phone screen={SCREENS[index]!} />
            </div>
          </li>
        ))}
      </ol>
    </Band>
  );
}

/** Draws the line to the next number: down on narrow screens, across on wide ones. */
function Line() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 left-[1.4375rem] h-[calc(100%+2.5rem)] w-0.5 bg-primary group-last:hidden lg:top-[1.4375rem] lg:left-0 lg:h-0.5 lg:w-[calc(100%+2rem)]"
    />
  );
}

/** The target of the page's buttons. It takes the focus, so that Tab continues inside it. */
function Interest({ ref }: { ref: Ref<HTMLElement> }) {
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

const TONES = {
  page: 'bg-page',
  surface: 'border-y border-edge bg-surface',
  brand: 'on-brand bg-brand text-brand-ink',
};

interface BandProps extends ComponentProps<'section'> {
  tone?: keyof typeof TONES;
}

/** A section of a long page, as wide as the window. */
function Band({ tone = 'page', className = '', children, ...section }: BandProps) {
  return (
    <section {...section} className={`bleed ${TONES[tone]} ${className}`}>
      <div className="column py-12 sm:py-16">{children}</div>
    </section>
  );
}
