import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A person's browser: what must outlive its connections. */
@Entity('devices')
@Check('devices_sound', `sound in ('armed', 'blocked', 'muted')`)
@Check('devices_push', `push in ('on', 'off', 'denied', 'unsupported')`)
export class DeviceRow {
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'devices_user' })
  @IdColumn({ name: 'user_id', primaryKeyConstraintName: 'devices_pkey' })
  userId: string;

  /** The browser made it, so two people may come with the same one. */
  @IdColumn({ name: 'device_id', primaryKeyConstraintName: 'devices_pkey' })
  deviceId: string;

  @Column({ type: 'text' })
  label: string;

  /** What it said last. */
  @Column({ type: 'text' })
  sound: SoundState;

  @Column({ type: 'text' })
  push: PushState;

  /** When it last said something, or was last seen to go. */
  @TimeColumn({ name: 'seen_at' })
  seenAt: Date;

  /** When the person last said that the test sound was heard. */
  @TimeColumn({ name: 'tested_at', nullable: true })
  testedAt: Date | null;
}

/** A running node. What it says of its connections holds only while it shows that it lives. */
@Entity('nodes')
export class NodeRow {
  @IdColumn({ primaryKeyConstraintName: 'nodes_pkey' })
  id: string;

  @TimeColumn({ name: 'alive_at' })
  aliveAt: Date;
}

/** A device is connected to a node. */
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

  /** Whether one of its tabs there would sound. */
  @Column({ type: 'boolean' })
  armed: boolean;
}
