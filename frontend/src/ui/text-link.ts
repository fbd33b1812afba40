/** `TEXT_LINK` is for running text. `LONE_LINK` is high enough to press where a link is alone. */
export const TEXT_LINK = 'text-primary underline underline-offset-4 hover:decoration-2';
export const LONE_LINK = `${TEXT_LINK} inline-flex min-h-12 items-center`;
