import { PAGES, plainPath } from '@contract/paths';
import { lazy } from 'react';
import { useLocation } from 'react-router-dom';

const PARTS = {
  [PAGES.adminCodes]: lazy(() => import('./codes/codes-page.js')),
  [PAGES.adminBuildings]: lazy(() => import('./buildings/buildings-page.js')),
  [PAGES.adminPasswords]: lazy(() => import('./password-link-page.js')),
  [PAGES.adminAudit]: lazy(() => import('./audit-page.js')),
  [PAGES.adminStatus]: lazy(() => import('./status-page.js')),
};

/** The pages for administrators, which every visitor's list of pages names as one. */
export default function AdminPart() {
  const { pathname } = useLocation();
  const Part = PARTS[plainPath(pathname) as keyof typeof PARTS];
  return <Part />;
}
