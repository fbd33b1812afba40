import { Column, PrimaryColumn, type ColumnOptions, type PrimaryColumnOptions } from 'typeorm';

/** Every time is kept to the millisecond and with its zone, as it goes over the wire. */
export const TimeColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamp with time zone', precision: 3, ...options });

export const IdColumn = (options: PrimaryColumnOptions = {}): PropertyDecorator =>
  PrimaryColumn({ type: 'uuid', ...options });
