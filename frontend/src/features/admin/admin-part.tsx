import { PAGES, plainPath } from '@contract/paths';
import { useLocation } from 'react-router-dom';
import { lazyPage } from '../../ui/pages/lazy-page.js';

const PARTS: Partial<Record<string, ReturnType<typeof lazyPage>>> = {
  [PAGES.adminCodes]: lazyPage(() => import('./codes/codes-page.js')),
  [PAGES.adminBuildings]: lazyPage(() => import('./buildings/buildings-page.js')),
  [PAGES.adminPasswords]: lazyPage(() => import('./password-link-page.js')),
  [PAGES.adminAudit]: lazyPage(() => import('./audit-page.js')),
  [PAGES.adminStatus]: lazyPage(() => import('./status-page.js')),
};

/** Fetches the page of an address together with this part, so that it renders without a fallback. */
export const loadPage = async (pathname: string): Promise<void> =>
  PARTS[plainPath(pathname)]?.ahead();

/** The pages for administrators, which every visitor's list of pages names as one. */
export default function AdminPart() {
  const { pathname } = useLocation();
  const Part = PARTS[plainPath(pathname)];
  return Part && <Part />;
}
