import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { offerConfirmation } from './app/confirmation.js';
import { loadFirstPage } from './app/pages.js';
import { reloadOnceWhenStale } from './app/stale-build.js';
import { restore } from './lib/session/session.js';
import { watchSession } from './lib/session/session-watch.js';
import './ui/tokens.css';

reloadOnceWhenStale();
watchSession();
offerConfirmation();
void restore();

const root = document.getElementById('root');
if (root) {
  void loadFirstPage(window.location.pathname).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
