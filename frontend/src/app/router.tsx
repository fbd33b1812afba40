import { ALARM_PAGE, PAGES, PAST_ALARM_PAGE } from '@contract/paths';
import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '../ui/loading.js';
import {
  About,
  AdminAudit,
  AdminCodes,
  AdminPasswords,
  AppRoute,
  Auth,
  Building,
  Careers,
  Check,
  CloseAccount,
  Contact,
  Cookies,
  History,
  Join,
  NotFound,
  PastAlarm,
  Privacy,
  Profile,
  Reset,
  Terms,
} from './pages.js';
import { PublicShell } from './public-shell.js';
import { Home } from './routes/home.js';
import { SignedInArea } from './signed-in/signed-in-area.js';

export function Router() {
  useBeginAtTheTop();
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path={PAGES.home} element={<Home />} />
        <Route element={<SignedInArea />}>
          <Route path={PAGES.app} element={<AppRoute />} />
          <Route path={PAGES.history} element={<History />} />
          <Route path={PAST_ALARM_PAGE} element={<PastAlarm />} />
          <Route path={PAGES.profile} element={<Profile />} />
          <Route path={PAGES.closeAccount} element={<CloseAccount />} />
          <Route path={PAGES.check} element={<Check />} />
          <Route path={ALARM_PAGE} element={<AppRoute />} />
          <Route path={PAGES.building} element={<Building />} />
          <Route path={PAGES.adminCodes} element={<AdminCodes />} />
          <Route path={PAGES.adminPasswords} element={<AdminPasswords />} />
          <Route path={PAGES.adminAudit} element={<AdminAudit />} />
          <Route path={PAGES.join} element={<Join />} />
        </Route>
        {/* The reset page has its own link to the sign-in page. */}
        <Route element={<PublicShell footerSignIn={false} />}>
          <Route path={PAGES.reset} element={<Reset />} />
        </Route>
        <Route element={<PublicShell />}>
          <Route path={PAGES.about} element={<About />} />
          <Route path={PAGES.contact} element={<Contact />} />
          <Route path={PAGES.careers} element={<Careers />} />
          <Route path={PAGES.privacy} element={<Privacy />} />
          <Route path={PAGES.terms} element={<Terms />} />
          <Route path={PAGES.cookies} element={<Cookies />} />
          <Route path={PAGES.auth} element={<Auth />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className="px-4">
      <Loading />
    </div>
  );
}

function useBeginAtTheTop(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // The braces drop the result: newer browsers return a promise, which an effect must not return.
    window.scrollTo(0, 0);
  }, [pathname]);
}
