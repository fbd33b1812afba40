import type { ComponentType } from 'react';
import * as actions from './samples/actions.js';
import * as building from './samples/building.js';
import * as content from './samples/content.js';
import * as forms from './samples/forms.js';
import * as pages from './samples/pages.js';
import * as paper from './samples/paper.js';
import { STYLEGUIDE } from './styleguide.copy.js';

export interface Part {
  title: string;
  Sample: ComponentType;
  /** The components of `ui` that the sample shows: `parts.test.ts` finds those that none shows. */
  shows: Record<string, unknown>;
}

export const PARTS: Part[] = [
  { title: STYLEGUIDE.actions, ...actions.actions },
  { title: STYLEGUIDE.bars, ...actions.bars },
  { title: STYLEGUIDE.notices, ...content.notices },
  { title: STYLEGUIDE.toasts, ...actions.toasts },
  { title: STYLEGUIDE.dialogs, ...actions.dialogs },
  { title: STYLEGUIDE.cards, ...content.cards },
  { title: STYLEGUIDE.fields, ...forms.fields },
  { title: STYLEGUIDE.lists, ...content.lists },
  { title: STYLEGUIDE.building, ...building.building },
  { title: STYLEGUIDE.phones, ...building.phones },
  { title: STYLEGUIDE.pages, ...pages.pages },
  { title: STYLEGUIDE.paper, ...paper.paper },
];
