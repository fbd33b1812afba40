import type { BrowserName } from './push-help.copy.js';

interface BrandedNavigator {
  userAgentData?: { brands: { brand: string }[]; mobile: boolean };
}

/**
 * Guesses whose menus the help describes. The user can correct the guess, and nothing else depends
 * on it.
 */
export function guessBrowser(): BrowserName {
  // Only browsers of an iPhone or iPad have this property.
  if ('standalone' in navigator) return 'safariIphone';
  const { userAgentData } = navigator as BrandedNavigator;
  if (userAgentData?.mobile) return 'chromeAndroid';
  if (userAgentData?.brands.some(({ brand }) => brand === 'Microsoft Edge')) return 'edge';
  if (CSS.supports('-moz-appearance', 'none')) return 'firefox';
  return 'safari' in window ? 'safariMac' : 'chrome';
}
