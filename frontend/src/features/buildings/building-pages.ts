import { PAGES } from '@contract/paths';
import { type ComponentType, lazy } from 'react';

interface BuildingPage {
  path: string;
  /** The text of its link, for a page that has one on all of them. */
  name?: string;
  /** Left out for `/building` itself, which the list of all pages has. */
  Page?: ComponentType;
}

/** The pages of a building, in the order of their links. */
export const BUILDING_PAGES: BuildingPage[] = [
  { path: PAGES.building, name: 'Lägenheter' },
  { path: PAGES.buildingHomes, Page: lazy(() => import('./homes/homes-page.js')) },
  {
    path: PAGES.buildingInvite,
    name: 'Bjud in',
    Page: lazy(() => import('./letters/invite-page.js')),
  },
  {
    path: PAGES.buildingPosters,
    name: 'Affischer',
    Page: lazy(() => import('./posters/posters-page.js')),
  },
  {
    path: PAGES.buildingExercises,
    name: 'Övningar',
    Page: lazy(() => import('./exercises/exercises-page.js')),
  },
  {
    path: PAGES.buildingDisplays,
    name: 'Skärmar',
    Page: lazy(() => import('./displays/displays-page.js')),
  },
  { path: PAGES.buildingLog, name: 'Händelser', Page: lazy(() => import('./log/log-page.js')) },
  {
    path: PAGES.buildingAbout,
    name: 'Om huset',
    Page: lazy(() => import('./about/about-building-page.js')),
  },
];
