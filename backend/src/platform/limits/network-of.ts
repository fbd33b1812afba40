import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_GROUPS = 4;

/**
 * @returns the part that counts as one address: an IPv6 /64 belongs to one home (RFC 6177), and an
 *   IPv4 address counts the same in every notation of its mapping to IPv6
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const groups = parsed.parts.slice(0, IPV6_NETWORK_GROUPS);
  return groups.map((group) => group.toString(16)).join(':');
}
