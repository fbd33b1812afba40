import { Picture } from '../picture.js';
import incomingDark from './screens/incoming-dark.png';
import incomingLight from './screens/incoming-light.png';
import panelDark from './screens/panel-dark.png';
import panelLight from './screens/panel-light.png';
import sentDark from './screens/sent-dark.png';
import sentLight from './screens/sent-light.png';
import waysInDark from './screens/ways-in-dark.png';
import waysInLight from './screens/ways-in-light.png';

/** Screens of the product, taken by `landing-pictures.e2e.ts`. */
const SCREENS = {
  waysIn: { light: waysInLight, dark: waysInDark },
  panel: { light: panelLight, dark: panelDark },
  incoming: { light: incomingLight, dark: incomingDark },
  sent: { light: sentLight, dark: sentDark },
};

export type PhoneScreen = keyof typeof SCREENS;

/** A picture of the product in a drawn phone. The text beside it says the same. */
export function Phone({ screen }: { screen: PhoneScreen }) {
  return (
    <div className="mt-5 w-full max-w-64 rounded-[1.75rem] border-4 border-ink bg-surface px-3 pt-3 pb-5">
      <div aria-hidden="true" className="mx-auto mb-3 h-1 w-12 rounded-full bg-ink" />
      <Picture
        {...SCREENS[screen]}
        className="aspect-9/16 w-full rounded-card border border-edge"
      />
    </div>
  );
}
