import { lendConfirmation } from '../lib/net/http.js';

/**
 * Lets requests ask for a code of two-step sign-in. The dialog is its own chunk; when it cannot be
 * loaded, the request fails with the server's refusal.
 */
export function offerConfirmation(): void {
  lendConfirmation(() =>
    import('../features/second-factor/ask-for-code.js').then(
      ({ askForCode }) => askForCode(),
      () => false,
    ),
  );
}
