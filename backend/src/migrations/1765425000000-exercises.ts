import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The exercises that managers plan. The alarm of one has its id, so a start that runs twice is one press. */
export class Exercises1765425000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "exercises" ("id" uuid NOT NULL, "building_id" uuid NOT NULL, "planned_by" uuid, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "announced_at" TIMESTAMP(3) WITH TIME ZONE, "called_off_at" TIMESTAMP(3) WITH TIME ZONE, "blocked_at" TIMESTAMP(3) WITH TIME ZONE, "readiness" jsonb, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "exercises_pkey" PRIMARY KEY ("id"), CONSTRAINT "exercises_building" FOREIGN KEY ("building_id") REFERENCES "buildings" ("id") ON DELETE CASCADE, CONSTRAINT "exercises_planned_by" FOREIGN KEY ("planned_by") REFERENCES "memberships" ("id") ON DELETE SET NULL)`,
    );
    await runner.query('CREATE INDEX "exercises_of_building" ON "exercises" ("building_id", "at")');
    await runner.query('CREATE INDEX "exercises_planned_by" ON "exercises" ("planned_by")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "exercises"');
  }
}
