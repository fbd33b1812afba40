import { useRef } from 'react';
import { Band } from '../../ui/pages/band.js';
import { Button } from '../../ui/button.js';
import { Cards } from './cards.js';
import { Hero } from './hero.js';
import { Interest } from './interest.js';
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
