import { PAGES } from '@contract/paths';
import { useState } from 'react';
import { hasLiveCodeSession } from '../../../lib/session/code-session.js';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { buttonClass } from '../../../ui/button.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loading.js';
import { Notice } from '../../../ui/notice.js';
import { WAYS_IN } from '../buildings.copy.js';
import { StartForm } from './start-form.js';

const copy = WAYS_IN.start;

/** Starting a building requires an invitation code; an account alone is not enough. */
export function StartBuilding() {
  const { data: live } = useLoad('code-session', hasLiveCodeSession);
  const [ranOut, setRanOut] = useState(false);
  if (live === undefined) return <Loading />;
  if (live && !ranOut) return <StartForm onCodeNeeded={() => setRanOut(true)} />;
  return (
    <Notice role={ranOut ? 'alert' : undefined}>
      <p>{copy.codeFirst}</p>
      <p>{copy.codeOrigin}</p>
      <div>
        <Link to={PAGES.home} className={buttonClass({ variant: 'secondary' })}>
          {copy.toGate}
        </Link>
      </div>
    </Notice>
  );
}
