import { PAGES, SECOND_FACTOR_FRAGMENT } from '@contract/paths';
import { Link } from '../../ui/link.js';
import { Notice } from '../../ui/notice.js';
import { LONE_LINK } from '../../ui/text-link.js';
import { ADMIN } from './admin.copy.js';

/** Leads an administrator to two-step sign-in, without which the server refuses every request. */
export function SecondFactorMissing() {
  return (
    <Notice>
      <p>{ADMIN.missing}</p>
      <Link to={PAGES.profile + SECOND_FACTOR_FRAGMENT} className={LONE_LINK}>
        {ADMIN.toProfile}
      </Link>
    </Notice>
  );
}
