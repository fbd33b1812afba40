import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what each node says of the parts that it depends on, for the status page. */
export class NodeStates1765450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "nodes" ADD COLUMN "state" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "nodes" DROP COLUMN "state"');
  }
}
