import { PAGES, plainPath } from '@contract/paths';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { isBehindSignIn, loadFirstPage } from './app/pages.js';
import { reloadOnceWhenStale } from './lib/browser/reload.js';
import { tolerateTranslation } from './lib/browser/translated-page.js';
import { holdInstallPrompt } from './lib/browser/install-prompt.js';
import { setConfirmationPrompt } from './lib/net/http.js';
import { watchNetwork } from './lib/net/network.js';
import { restore } from './lib/session/session.js';
import { watchSession } from './lib/session/sign-in.js';
import './ui/tokens.css';

tolerateTranslation();
reloadOnceWhenStale();
holdInstallPrompt();
watchNetwork();
watchSession();
setConfirmationPrompt(askForCode);
// Visitors come to `/join`, and seldom to the other pages behind the sign-in.
const { pathname } = window.location;
void restore({ askAnyway: isBehindSignIn(pathname) && plainPath(pathname) !== PAGES.join });

const root = document.getElementById('root');
// `after-load.ts` shows a display, whose page has nothing of the app: a member's alarm has names.
if (root && plainPath(pathname) !== PAGES.kiosk) {
  void loadFirstPage(pathname).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

// Nothing of this is needed to show the page.
window.addEventListener('load', () => {
  void import('./app/installed/after-load.js').then(
    ({ afterLoad }) => afterLoad(),
    () => undefined,
  );
});

/** The dialog is its own chunk. When it cannot be loaded, the request fails with the refusal. */
function askForCode(): Promise<boolean> {
  return import('./features/second-factor/ask-for-code.js').then(
    (dialog) => dialog.askForCode(),
    () => false,
  );
}
