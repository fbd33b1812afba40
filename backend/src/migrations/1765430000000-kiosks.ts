import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the displays in stairwells. A row has no building until a manager has entered its code. */
export class Kiosks1765430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "kiosks" (
        "id" uuid NOT NULL CONSTRAINT "kiosks_pkey" PRIMARY KEY,
        "building_id" uuid CONSTRAINT "kiosks_building" REFERENCES "buildings" ON DELETE CASCADE,
        "place" text,
        "secret_hash" text NOT NULL,
        "code" text CONSTRAINT "kiosks_code" UNIQUE,
        "code_expires_at" timestamp(3) with time zone,
        "created_at" timestamp(3) with time zone NOT NULL,
        "paired_at" timestamp(3) with time zone,
        "revoked_at" timestamp(3) with time zone,
        "node_id" uuid CONSTRAINT "kiosks_node" REFERENCES "nodes" ON DELETE SET NULL,
        "sound" text CONSTRAINT "kiosks_sound" CHECK (sound IN ('on', 'off')),
        "seen_at" timestamp(3) with time zone
      )`);
    await runner.query(
      'CREATE INDEX "kiosks_building_id" ON "kiosks" (building_id) WHERE building_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "kiosks"');
  }
}
