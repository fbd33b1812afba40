/**
 * When the privacy policy or the terms last changed. It must change with every change of their texts:
 * users with an older account read in the app that there is something new.
 */
export const TEXTS_CHANGED_AT = '2026-11-29T00:00:00.000Z';
