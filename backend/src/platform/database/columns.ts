import { Column, PrimaryColumn, type ColumnOptions, type PrimaryColumnOptions } from 'typeorm';

/** Declares a time column with the precision of times on the wire: milliseconds. */
export const TimeColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamp with time zone', precision: 3, ...options });

export const IdColumn = (options: PrimaryColumnOptions = {}): PropertyDecorator =>
  PrimaryColumn({ type: 'uuid', ...options });
