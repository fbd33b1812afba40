import { Phone } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import { BuildingPicture } from './building-picture.js';
import { LANDING } from './landing.copy.js';

/** The text comes first on every screen: a user in need must not have to scroll past a picture. */
export function Hero({ toSignup }: { toSignup: () => void }) {
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
          {LANDING.first112}
        </p>
      </div>
      <BuildingPicture className="aspect-8/7 w-full print:hidden" />
    </div>
  );
}
