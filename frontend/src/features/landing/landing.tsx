import { BellRing, Building2, ShieldCheck, Volume2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.js';
import { PageTitle } from '../../ui/page-title.js';
import { InterestForm } from './interest-form.js';
import { INTEREST, LANDING } from './landing.copy.js';

const ICONS = [BellRing, Volume2, ShieldCheck, Building2];

export default function Landing() {
  const signup = useRef<HTMLElement>(null);
  const toSignup = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    signup.current?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
    signup.current?.focus({ preventScroll: true });
  };

  return (
    <div className="flex flex-col gap-16">
      <section className="flex max-w-measure flex-col items-start gap-6">
        <PageTitle title={LANDING.title} className="text-alarm">
          {LANDING.title}
        </PageTitle>
        <p className="text-button leading-normal">{LANDING.lead}</p>
        <div className="flex flex-wrap gap-3">
          <Button size="answer" onClick={toSignup}>
            {LANDING.start}
          </Button>
          <Button size="answer" variant="secondary" onClick={toSignup}>
            {LANDING.signIn}
          </Button>
        </div>
      </section>

      <section aria-labelledby="cards">
        <h2 id="cards" className="text-h2">
          {LANDING.cardsHeading}
        </h2>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {LANDING.cards.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? BellRing;
            return (
              <li key={title} className="rounded-card border border-edge bg-surface p-6">
                <Icon aria-hidden="true" className="size-8 text-primary" />
                <h3 className="mt-4 text-button">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            );
          })}
        </ul>
      </section>

      <section aria-labelledby="steps">
        <h2 id="steps" className="text-h2">
          {LANDING.stepsHeading}
        </h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-3">
          {LANDING.steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-4 border-primary pt-4">
              <h3 className="text-button">
                <span className="mr-2 text-primary tabular-nums">{index + 1}.</span>
                {title}
              </h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section
        aria-labelledby="call"
        className="flex flex-col items-start gap-4 rounded-card border border-edge bg-surface p-6 sm:p-10"
      >
        <h2 id="call" className="text-h2">
          {LANDING.callTitle}
        </h2>
        <p>{LANDING.callText}</p>
        <Button onClick={toSignup}>{LANDING.callButton}</Button>
      </section>

      <section ref={signup} tabIndex={-1} aria-labelledby="interest" className="outline-none">
        <h2 id="interest" className="text-h2">
          {INTEREST.heading}
        </h2>
        <p className="mt-2">{INTEREST.lead}</p>
        <InterestForm />
      </section>
    </div>
  );
}
