import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('buildings')
export class Building {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') address: string;
  /** The number of homes in the building; null when it is not known. */
  @Column('integer') homes: number | null;
  /** True when any signed-in user may join without an invitation: only for the demo building. */
  @Column('boolean') openDemo: boolean;
  @Column('timestamptz') createdAt: Date;
}
