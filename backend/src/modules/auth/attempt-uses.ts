import { attemptLimit, byNetwork, type AttemptUse } from '../../platform/limits/attempt-limits.js';
import { networkOf } from '../../platform/limits/network-of.js';
import { accountEmail } from './auth.entities.js';
import { isRecoveryCode } from './second-factor/codes.js';

/** Higher than for one address, so that a guesser does not delay the account's owner elsewhere. */
const ACCOUNT = attemptLimit('sign-in.account', 10);
const ACCOUNT_AND_ADDRESS = attemptLimit('sign-in.account-and-address', 5);
/** A building may share one address, and all its residents may sign in on one evening. */
const ADDRESS = attemptLimit('sign-in.address', 60);
const KNOWN_BROWSER = attemptLimit('sign-in.known-browser', 5);
/** A session is given any number of browser ids. Nobody types so many wrong passwords in browsers of their own. */
const KNOWN_BROWSERS = attemptLimit('sign-in.known-browsers', 30);
const SIGN_UP = attemptLimit('sign-up', 100, 'delay', 60 * 60);
const RESET_LINK = attemptLimit('reset-link', 20);
const SECOND_FACTOR = attemptLimit('second-factor', 5);
/**
 * Three of a million codes are right at any time, so delays alone would let somebody who knows the
 * password try 1,400 a day. With this limit a year of guessing succeeds once in 30 times.
 */
const SECOND_FACTOR_DAY = attemptLimit('second-factor.day', 30, 'refuse', 24 * 60 * 60);
/**
 * A place is an id that somebody with the password and a session is given any number of. Spent each day,
 * this limit lets a year of guessing succeed once in ten times.
 */
const SECOND_FACTOR_ACCOUNT_DAY = attemptLimit(
  'second-factor.account-day',
  100,
  'refuse',
  24 * 60 * 60,
);
/** Apart from the app's codes, so that guesses at those never keep the owner of a code out. */
const RECOVERY_CODE = attemptLimit('recovery-code', 5);

/**
 * @param browserId identifies a browser that has signed in to the account before; the failures of
 *   others, which have not, do not delay it
 */
export function signInUses(email: string, address: string, browserId?: string): AttemptUse[] {
  const account = accountEmail(email);
  if (browserId) {
    return [
      { limit: KNOWN_BROWSER, by: [account, browserId] },
      { limit: KNOWN_BROWSERS, by: [account] },
    ];
  }
  return [
    { limit: ACCOUNT_AND_ADDRESS, by: [account, networkOf(address)] },
    { limit: ACCOUNT, by: [account] },
    byNetwork(ADDRESS, address),
  ];
}

export const signUpUses = (address: string): AttemptUse[] => [byNetwork(SIGN_UP, address)];

/**
 * @param code a plain code, see `secondFactorCode`
 * @param place the known browser or the session in which the code is typed; the guesses of others
 *   do not delay it, until they are too many for the account
 */
export function secondFactorUses(userId: string, code: string, place = ''): AttemptUse[] {
  const by = [userId, place];
  if (isRecoveryCode(code)) return [{ limit: RECOVERY_CODE, by }];
  return [
    { limit: SECOND_FACTOR, by },
    { limit: SECOND_FACTOR_DAY, by },
    { limit: SECOND_FACTOR_ACCOUNT_DAY, by: [userId] },
  ];
}

export const resetLinkUses = (address: string): AttemptUse[] => [byNetwork(RESET_LINK, address)];
