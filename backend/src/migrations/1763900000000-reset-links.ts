import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResetLinks1763900000000 implements MigrationInterface {
  name = 'ResetLinks1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "reset_links" ("user_id" uuid NOT NULL, "token_hash" text NOT NULL, "made_by" uuid NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "reset_links_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "reset_links_token_hash" ON "reset_links"  ("token_hash") `,
    );
    await runner.query(`CREATE INDEX "reset_links_made_by" ON "reset_links"  ("made_by") `);
    await runner.query(
      `ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_maker" FOREIGN KEY ("made_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reset_links');
  }
}
