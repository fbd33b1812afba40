import { isIPv6 } from 'node:net';

const IPV6_NETWORK_GROUPS = 4;

/** @returns the part that counts as one address: an IPv6 /64 belongs to one home (RFC 6177) */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':');
}
