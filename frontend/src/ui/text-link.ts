/** For links in running text and lists: underlined, and high enough to press where they stand alone. */
export const TEXT_LINK = 'text-primary underline underline-offset-4 hover:decoration-2';
export const LONE_LINK = `${TEXT_LINK} inline-flex min-h-12 items-center`;
