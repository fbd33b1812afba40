import { PAGES, plainPath } from '@contract/paths';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Bar } from '../bars/bar.js';
import { savedPush, usePush } from '../push-state.js';
import { READINESS } from '../readiness.copy.js';
import { maintainPush } from './maintain-push.js';
import { browserVersion } from './sync-push.js';

/** Keeps push working, and says on every page when it has stopped. It is its own chunk. */
export function PushBar() {
  useEffect(maintainPush, []);
  useRetest();
  const lost = usePush((state) => state.lost);
  const { pathname } = useLocation();
  if (!lost || plainPath(pathname) === PAGES.check) return <Bar />;
  return (
    <Bar
      action={
        <Link
          to={PAGES.check}
          className={buttonClass({ variant: 'secondary', className: 'shrink-0' })}
        >
          {READINESS.push.test}
        </Link>
      }
    >
      {READINESS.push.lost}
    </Bar>
  );
}

/** Asks for another test after 30 days, and after an update of the browser. */
function useRetest(): void {
  const push = usePush((state) => state.push);
  const saved = usePush((state) => state.saved);
  useEffect(() => {
    const { browser } = savedPush();
    const isUpdated = browser !== undefined && browser !== browserVersion();
    const needsRetest = push === 'on' && saved !== undefined && (isUpdated || !saved.readyByPush);
    usePush.setState({ needsRetest });
  }, [push, saved]);
}
