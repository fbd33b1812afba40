/** Decides how the worker answers a request. Nothing here touches the browser. */
export type Handling =
  /** From the network; the offline page stands in for it. */
  | 'page'
  /** From the cache: its name contains the hash of its content. */
  | 'asset'
  /** Left to the browser, as if there were no worker. */
  | 'none';

/** Requests for data are never cached: an old alarm, or an old list of alarms, could cost a life. */
const DATA = /^\/(api|socket\.io|metrics)(\/|$)/;
/** No pictures: Firefox reports an error for each one that is left before it has come. */
const ASSET = /^\/assets\/[^/]+-[\w-]{8}\.(css|js|woff2)$/;
/** A proxy gives these answers while the server behind it is down. */
const AWAY = [502, 503, 504];

export function handlingOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): Handling {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || DATA.test(address.pathname)) return 'none';
  if (mode === 'navigate') return 'page';
  return ASSET.test(address.pathname) ? 'asset' : 'none';
}

export const isAway = ({ status }: Pick<Response, 'status'>): boolean => AWAY.includes(status);

/** An error page must not be kept under the name of a script, and neither must a part of a file. */
export const mayKeep = ({ status, type }: Pick<Response, 'status' | 'type'>): boolean =>
  status === 200 && type === 'basic';
