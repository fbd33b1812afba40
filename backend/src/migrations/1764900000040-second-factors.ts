import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactors1764900000040 implements MigrationInterface {
  name = 'SecondFactors1764900000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "second_factors" ("user_id" uuid NOT NULL, "secret" text NOT NULL, "last_step" integer NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "turned_on_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE TABLE "recovery_codes" ("user_id" uuid NOT NULL, "hash" text NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "hash"))`,
    );
    await runner.query(
      `CREATE TABLE "sign_in_challenges" ("hash" text NOT NULL, "user_id" uuid NOT NULL, "password_mark" text NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "sign_in_challenges_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(
      `CREATE INDEX "sign_in_challenges_user_id" ON "sign_in_challenges"  ("user_id") `,
    );
    await runner.query(
      `ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      'ALTER TABLE "auth_sessions" ADD "second_factor_at" TIMESTAMP(3) WITH TIME ZONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" DROP COLUMN "second_factor_at"');
    await runner.query('DROP TABLE second_factors, recovery_codes, sign_in_challenges');
  }
}
