import { Lock, type LucideIcon, MessageSquareOff, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SelectField } from '../../../ui/forms/fields.js';
import { type BrowserName, BROWSERS, PUSH_HELP } from './check.copy.js';

const COPY = PUSH_HELP;
/** The icons that the browsers themselves show before an address. */
const ICONS: Partial<Record<BrowserName, LucideIcon>> = {
  chrome: Settings2,
  chromeAndroid: Settings2,
  edge: Lock,
  firefox: MessageSquareOff,
};

/**
 * Says where a browser has the switch that allows notifications again.
 * @param takesFocus true when the pressed button has just given way to this
 */
export function PushHelp({ takesFocus }: { takesFocus: boolean }) {
  const [browser, choose] = useState<BrowserName>(guessBrowser);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  const { blocked, steps } = BROWSERS[browser];
  const Icon = ICONS[browser];
  return (
    <div className="flex flex-col gap-3">
      <p ref={text} tabIndex={-1} role="status" className="font-semibold outline-none">
        {blocked}
      </p>
      <SelectField
        label={COPY.label}
        value={browser}
        onChange={(event) => choose(event.target.value as BrowserName)}
      >
        {Object.entries(BROWSERS).map(([key, one]) => (
          <option key={key} value={key}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <ol className="flex list-decimal flex-col gap-1 ps-6">
        <li>
          <span>{steps[0]}</span>
          {Icon && (
            <Icon
              aria-hidden="true"
              className="control-border ms-2 inline size-9 rounded-card bg-surface p-1.5"
            />
          )}
        </li>
        <li>{steps[1]}</li>
      </ol>
      <p>{COPY.then}</p>
    </div>
  );
}

interface BrandedNavigator {
  userAgentData?: { brands: { brand: string }[]; mobile: boolean };
}

/**
 * Guesses whose menus the help describes. The user can correct the guess, and nothing else depends
 * on it.
 */
function guessBrowser(): BrowserName {
  // Only browsers of an iPhone or iPad have this property.
  if ('standalone' in navigator) return 'safariIphone';
  const { userAgentData } = navigator as BrandedNavigator;
  if (userAgentData?.mobile) return 'chromeAndroid';
  if (userAgentData?.brands.some(({ brand }) => brand === 'Microsoft Edge')) return 'edge';
  if (CSS.supports('-moz-appearance', 'none')) return 'firefox';
  return 'safari' in window ? 'safariMac' : 'chrome';
}
