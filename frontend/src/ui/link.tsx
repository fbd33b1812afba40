import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The path of a page, with its fragment. */
  to: string;
  state?: unknown;
  /** Runs before the page opens. */
  onClick?: () => void;
}

/**
 * Links to a page of ours. The router's own link also prefetches data and submits forms, for a
 * framework that ResQ does not use: 4 kB on every page.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const open = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.();
    open(event);
  };
  return <a {...rest} href={useHref(to)} onClick={click} />;
}

/** `TEXT_LINK` is for running text. `LONE_LINK` is high enough to press where a link is alone. */
const TEXT_LINK = 'text-primary underline underline-offset-4 hover:decoration-2';
export const LONE_LINK = `${TEXT_LINK} inline-flex min-h-12 items-center`;
