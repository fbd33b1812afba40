import { Injectable } from '@nestjs/common';
import type { Device, DeviceName } from '../../../contract/devices.js';
import type { Page } from '../../../contract/http.js';
import { SERVER_TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { DeviceRepository, type ListedDevice, type NewDevice } from './device.repository.js';
import { NODE_LOST_MS } from './presence.js';

/** Devices that were registered before their number was limited may be any number. */
const LISTED_MAX = 50;

/** Lists and removes a user's own devices. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly devices: DeviceRepository,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
  ) {}

  /** @returns the connected devices first, then the last seen first */
  async list(userId: string): Promise<Page<Device>> {
    const rows = await this.devices.findAll(userId, this.clock.ago(NODE_LOST_MS), LISTED_MAX);
    return { items: rows.map((row) => deviceView(row, this.clock.now())), next: null };
  }

  /**
   * Registers a device whose tab has not reported its state yet.
   * @throws AppError device.too_many
   */
  async register(device: NewDevice): Promise<void> {
    if (!(await this.devices.insertUnknown(device, this.clock.now()))) return;
    const aliveAfter = this.clock.ago(NODE_LOST_MS);
    const refused = await this.devices.removeSurplus([device], aliveAfter);
    if (refused.length > 0) throw new AppError('device.too_many');
  }

  /**
   * @param name empty takes the present one away, undefined leaves it
   * @throws AppError device.not_found, the same for another user's device
   */
  async rename(userId: string, id: string, name: string | undefined): Promise<DeviceName> {
    const [device] = await this.devices.rename(userId, id, name);
    if (!device) throw new AppError('device.not_found');
    return device;
  }

  /**
   * Removes a device and closes its connections. Its session does not end, so a device that
   * connects again is registered as a new, untested one.
   * @throws AppError device.not_found, the same for another user's device
   */
  async remove(userId: string, deviceId: string): Promise<void> {
    const removed = await this.devices.remove(userId, deviceId);
    if (!removed) throw new AppError('device.not_found');
    this.signals.publish('device', `${userId} ${deviceId}`);
  }
}

function deviceView({ seenAt, ...row }: ListedDevice, now: Date): Device {
  const { armed, ...device } = row;
  const proofAgeMs = now.getTime() - (row.pushTestedAt?.getTime() ?? -Infinity);
  return {
    ...device,
    ready: row.connected && armed,
    lastSeenAt: (row.connected ? now : seenAt).toISOString(),
    testedAt: row.testedAt?.toISOString() ?? null,
    pushTestedAt: row.pushTestedAt?.toISOString() ?? null,
    readyByPush: row.pushSubscription === 'live' && proofAgeMs <= SERVER_TIMES.pushTestMs,
  };
}
