import type { ReactNode } from 'react';
import { Picture } from '../picture.js';
import { PageTitle } from './page-title.js';
import asleepDark from './pictures/street-asleep-dark.svg';
import asleepLight from './pictures/street-asleep-light.svg';
import awakeDark from './pictures/street-dark.svg';
import awakeLight from './pictures/street-light.svg';

const AWAKE = { light: awakeLight, dark: awakeDark };
const ASLEEP = { light: asleepLight, dark: asleepDark };

interface SplitPageProps {
  /** The window's title; the headline too, unless there is a `heading`. */
  title: string;
  heading?: string;
  /** Lights the windows of the picture. Default true. */
  awake?: boolean;
  children: ReactNode;
}

/**
 * The card of the gate inside the app's shell, for a page that has a single task. The picture stands
 * beside the text where there is room.
 */
export function SplitPage({ title, heading = title, awake = true, children }: SplitPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-form sm:overflow-clip sm:rounded-card sm:border sm:border-edge lg:min-h-[34rem] lg:max-w-frame lg:grid-cols-[2fr_3fr]">
      <div className="relative max-lg:hidden print:hidden">
        <Picture {...(awake ? AWAKE : ASLEEP)} className="absolute size-full" />
      </div>
      <div className="flex min-w-0 flex-col gap-6 sm:p-10">
        <PageTitle title={title}>{heading}</PageTitle>
        {children}
      </div>
    </div>
  );
}
