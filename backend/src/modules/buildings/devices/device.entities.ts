import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A user's browser, with the state that outlives its connections. */
@Entity('devices')
@Check('devices_sound', `sound in ('armed', 'blocked', 'muted')`)
@Check('devices_push', `push in ('on', 'off', 'denied', 'unsupported')`)
export class DeviceRow {
  @ForeignKey('UserRow', { onDelete: 'CASCADE', name: 'devices_user' })
  @IdColumn({ name: 'user_id', primaryKeyConstraintName: 'devices_pkey' })
  userId: string;

  /** The browser generates it, so two users who share a browser send the same one. */
  @IdColumn({ name: 'device_id', primaryKeyConstraintName: 'devices_pkey' })
  deviceId: string;

  @Column({ type: 'text' })
  label: string;

  /** The state that the browser last reported. */
  @Column({ type: 'text' })
  sound: SoundState;

  @Column({ type: 'text' })
  push: PushState;

  /** When it last reported or disconnected. */
  @TimeColumn({ name: 'seen_at' })
  seenAt: Date;

  /** When the user last confirmed that the test sound was audible; null after a no. */
  @TimeColumn({ name: 'tested_at', nullable: true })
  testedAt: Date | null;
}

/** A device's subscription to its browser's push service. A sign-out ends it with its session. */
@Entity('push_subscriptions')
@Index('push_subscriptions_device', ['userId', 'deviceId'], { unique: true })
@ForeignKey('DeviceRow', ['userId', 'deviceId'], ['userId', 'deviceId'], {
  onDelete: 'CASCADE',
  name: 'push_subscriptions_of_device',
})
export class PushSubscriptionRow {
  @IdColumn({ primaryKeyConstraintName: 'push_subscriptions_pkey' })
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @Column({ name: 'device_id', type: 'uuid' })
  deviceId: string;

  /** The session that saved it last. Nothing is sent after that session ended. */
  @ForeignKey('AuthSession', { onDelete: 'CASCADE', name: 'push_subscriptions_session' })
  @Index('push_subscriptions_session_id')
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  @Index('push_subscriptions_endpoint', { unique: true })
  @Column({ type: 'text' })
  endpoint: string;

  /** The keys that only this browser can decrypt for (RFC 8291), in base64url. */
  @Column({ type: 'text' })
  p256dh: string;

  @Column({ type: 'text' })
  auth: string;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  /** When its service worker last confirmed a test push. */
  @TimeColumn({ name: 'tested_at', nullable: true })
  testedAt: Date | null;

  /** When the push service answered that it has ended. The row stays, so that the user sees it. */
  @TimeColumn({ name: 'dead_at', nullable: true })
  deadAt: Date | null;
}

/** A running node. Its presences count only while its last heartbeat is recent. */
@Entity('nodes')
export class NodeRow {
  @IdColumn({ primaryKeyConstraintName: 'nodes_pkey' })
  id: string;

  @TimeColumn({ name: 'alive_at' })
  aliveAt: Date;
}

/** A device that is connected to a node. */
@Entity('presences')
export class PresenceRow {
  @ForeignKey('NodeRow', { onDelete: 'CASCADE', name: 'presences_node' })
  @IdColumn({ name: 'node_id', primaryKeyConstraintName: 'presences_pkey' })
  nodeId: string;

  @Index('presences_user_id')
  @IdColumn({ name: 'user_id', primaryKeyConstraintName: 'presences_pkey' })
  userId: string;

  @IdColumn({ name: 'device_id', primaryKeyConstraintName: 'presences_pkey' })
  deviceId: string;

  /** True while an alarm would sound in one of its tabs on that node. */
  @Column({ type: 'boolean' })
  armed: boolean;
}
