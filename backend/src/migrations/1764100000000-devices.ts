import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Devices1764100000000 implements MigrationInterface {
  name = 'Devices1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "devices" ("user_id" uuid NOT NULL, "device_id" uuid NOT NULL, "label" text NOT NULL, "sound" text NOT NULL, "push" text NOT NULL, "seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "tested_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "devices_sound" CHECK (sound in ('armed', 'blocked', 'muted')), CONSTRAINT "devices_push" CHECK (push in ('on', 'off', 'denied', 'unsupported')), CONSTRAINT "devices_pkey" PRIMARY KEY ("user_id", "device_id"), CONSTRAINT "devices_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await runner.query(
      `CREATE TABLE "nodes" ("id" uuid NOT NULL, "alive_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "nodes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "presences" ("node_id" uuid NOT NULL, "user_id" uuid NOT NULL, "device_id" uuid NOT NULL, "armed" boolean NOT NULL, CONSTRAINT "presences_pkey" PRIMARY KEY ("node_id", "user_id", "device_id"), CONSTRAINT "presences_node" FOREIGN KEY ("node_id") REFERENCES "nodes"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await runner.query('CREATE INDEX "presences_user_id" ON "presences" ("user_id")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE presences, nodes, devices');
  }
}
