import type { ReactNode } from 'react';
import { Picture } from '../picture.js';
import asleepDark from './pictures/street-asleep-dark.svg';
import asleepLight from './pictures/street-asleep-light.svg';
import awakeDark from './pictures/street-dark.svg';
import awakeLight from './pictures/street-light.svg';

/** A street at dusk: one home raises the alarm, and the building around it is awake. */
const AWAKE = { light: awakeLight, dark: awakeDark };
const ASLEEP = { light: asleepLight, dark: asleepDark };
export const street = (isAwake: boolean) => (isAwake ? AWAKE : ASLEEP);

interface FramedPageProps {
  /** Lights the windows of the picture. Default true. */
  awake?: boolean;
  children: ReactNode;
}

/**
 * Frames a page that has a single task, in the middle of the window. The picture stands beside the
 * text, or as a strip above it on narrow screens.
 */
export function FramedPage({ awake = true, children }: FramedPageProps) {
  return (
    <div className="bleed grow bg-surface">
      <div className="column flex flex-col items-center py-6 sm:py-12">
        <div className="grid w-full max-w-form overflow-hidden rounded-card border border-edge bg-page lg:max-w-frame lg:grid-cols-[2fr_3fr]">
          <div className="relative h-32 sm:h-40 lg:h-auto lg:min-h-112 print:hidden">
            <Picture {...street(awake)} className="absolute size-full" />
          </div>
          <div className="flex min-w-0 flex-col justify-center gap-6 p-5 sm:p-10">{children}</div>
        </div>
      </div>
    </div>
  );
}
