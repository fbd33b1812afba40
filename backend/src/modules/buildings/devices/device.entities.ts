import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A user's browser, with the state that outlives its connections. */
@Entity('devices')
@Check('devices_sound', `sound in ('armed', 'blocked', 'muted')`)
@Check('devices_push', `push in ('on', 'off', 'denied', 'unsupported')`)
export class DeviceRow {
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'devices_user' })
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
