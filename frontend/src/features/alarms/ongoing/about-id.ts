/**
 * @param headingId the id of a dialog's headline; left out for a page's
 * @returns the id of the line that describes it: who raised the alarm, or the person's own response
 */
export const aboutId = (headingId: string | undefined): string | undefined =>
  headingId && `${headingId}-about`;
