import { isIP } from 'node:net';
import { connect } from 'node:tls';

/**
 * Reads when the certificate of an address ends, and trusts nothing: the end of one that is refused
 * explains why no alarm is heard.
 * @returns undefined for an address without a certificate, or one that shows none in time
 */
export async function certificateEnd(address: string, limitMs: number): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return undefined;
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    // TLS has no server name for an IP address.
    servername: isIP(hostname) ? '' : hostname,
    rejectUnauthorized: false,
    timeout: limitMs,
  });
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(undefined));
  });
}
