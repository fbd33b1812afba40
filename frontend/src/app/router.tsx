import { PAGES } from '@contract/paths';
import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '../ui/loading.js';
import { NotFound, PAGE_LIST } from './pages.js';
import { PublicShell } from './public-shell.js';
import { Home } from './routes/home.js';
import { SignedInArea } from './signed-in/signed-in-area.js';

const isPublic = ({ who }: (typeof PAGE_LIST)[number]) => who === 'everybody';
const routesOf = (pages: typeof PAGE_LIST) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

export function Router() {
  useBeginAtTheTop();
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path={PAGES.home} element={<Home />} />
        <Route element={<SignedInArea />}>
          {routesOf(PAGE_LIST.filter((page) => !isPublic(page)))}
        </Route>
        <Route element={<PublicShell />}>
          {routesOf(PAGE_LIST.filter(isPublic))}
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
