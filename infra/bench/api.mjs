// @ts-check
import { randomUUID } from 'node:crypto';
import { Stop } from '../local/say.mjs';

const PASSWORD = 'demo-storgatan-12';

/** The demo's residents over HTTP. @param {string} url @param {string} origin */
export async function apiOf(url, origin) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {string} [token]
   * @returns {Promise<any>}
   */
  const call = async (method, path, body, token) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        origin,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Stop(`${method} ${path}: ${answer.status}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const signIn = async (/** @type {string} */ name) => {
    const { accessToken } = await call('POST', '/auth/sign-in', {
      email: `${name}@resq.example`,
      password: PASSWORD,
    });
    const { memberships } = await call('GET', '/auth/me', undefined, accessToken);
    return { token: accessToken, buildingId: memberships[0].building.id, alarmId: '' };
  };
  const members = { karl: await signIn('karl'), otto: await signIn('otto') };
  const { token: listener } = await signIn('lisa');
  return {
    listener,
    members,
    /** @param {'karl' | 'otto'} name */
    raise: async (name = 'karl') => {
      const person = members[name];
      person.alarmId = randomUUID();
      const body = { alarmId: person.alarmId, type: 'fire', separate: true };
      await call('POST', `/buildings/${person.buildingId}/alarms`, body, person.token);
    },
    /** @param {'karl' | 'otto'} name */
    end: (name = 'karl') => {
      const { alarmId, token } = members[name];
      return call('POST', `/alarms/${alarmId}/end`, { outcome: 'resolved' }, token);
    },
  };
}
