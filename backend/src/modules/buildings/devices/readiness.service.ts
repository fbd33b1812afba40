import { Inject, Injectable } from '@nestjs/common';
import type { Readiness } from '../../../contract/devices.js';
import type { MemberReadiness } from '../../../contract/http.js';
import { SERVER_TIMES, TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { HEALTH_CHECK_MS } from '../../../platform/health/save-check.js';
import { Metrics } from '../../../platform/metrics.js';
import { CONFIG } from '../../../platform/tokens.js';
import { withTimeout } from '../../../platform/with-timeout.js';
import { NODE_LOST_MS } from './presence.js';
import {
  DeviceRepository,
  type BuildingReadiness,
  type MemberDevices,
} from './device.repository.js';

/** Other modules import the type from here, because the lint rules hide repositories from them. */
export type { BuildingReadiness };

export interface MemberDevicesView {
  readiness: MemberReadiness;
  testedAt: string | null;
}

/**
 * Counts the homes that an alarm would reach now. Counts may be too high for 10 s after a node dies
 * and 15 s after a connection is lost.
 */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly devices: DeviceRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) { role }: Config,
    metrics: Metrics,
  ) {
    if (role === 'api') return;
    metrics.gauge({
      name: 'resq_homes',
      help: 'Homes with an active member (known), and those that an alarm would reach (ready)',
      label: 'state',
      read: () => withTimeout(HEALTH_CHECK_MS, this.count()),
    });
  }

  /** Counts the homes of all buildings. */
  count(): Promise<{ known: number; ready: number }> {
    return this.devices.countHomes(
      this.clock.ago(NODE_LOST_MS),
      this.clock.ago(SERVER_TIMES.pushTestMs),
    );
  }

  /**
   * @param fingerprints the last known fingerprints, by building id
   * @returns the buildings whose readiness has changed
   */
  read(fingerprints: Map<string, string>): Promise<BuildingReadiness[]> {
    return this.devices.findChanged(
      fingerprints,
      this.clock.ago(NODE_LOST_MS),
      this.clock.ago(SERVER_TIMES.pushTestMs),
    );
  }

  async of(buildingId: string, userId: string): Promise<Readiness> {
    const [found] = await this.read(new Map([[buildingId, '']]));
    return seenBy(userId, found ?? { known: 0, ready: [], elsewhere: [] });
  }

  /** @returns the state of each pending and active member, by user id; for managers only */
  async ofMembers(buildingId: string): Promise<Map<string, MemberDevicesView>> {
    const members = await this.devices.findMembers(
      buildingId,
      this.clock.ago(NODE_LOST_MS),
      this.clock.ago(TIMES.soundTestMs),
      this.clock.ago(SERVER_TIMES.pushTestMs),
    );
    return new Map(members.map((member) => [member.userId, stateOf(member)]));
  }
}

function stateOf(member: MemberDevices): MemberDevicesView {
  return { readiness: readinessOf(member), testedAt: member.testedAt?.toISOString() ?? null };
}

function readinessOf(member: MemberDevices): MemberReadiness {
  const { ready, readyOnComputer, readyByPush, armed, connected } = member;
  if (ready) return readyOnComputer || readyByPush ? 'ready' : 'readyWhileOpen';
  if (readyByPush) return 'readyByPush';
  if (armed) return 'untested';
  return connected ? 'muted' : 'away';
}

/** @returns the counts of all homes, and of all homes except the user's own */
export function seenBy(
  userId: string,
  { known, ready, elsewhere }: Pick<BuildingReadiness, 'known' | 'ready' | 'elsewhere'>,
): Readiness {
  const own = elsewhere.includes(userId) ? 0 : 1;
  const isReady = ready.some((userIds) => userIds.includes(userId));
  return {
    homesKnown: known,
    homesReady: ready.length,
    neighboursKnown: Math.max(known - own, 0),
    neighboursReady: ready.length - (isReady ? 1 : 0),
  };
}
