import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InvitingAdministrators1765030000000 implements MigrationInterface {
  name = 'InvitingAdministrators1765030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" ADD "administrator_id" uuid');
    await runner.query(
      'CREATE INDEX "invitations_administrator_id" ON "invitations"  ("administrator_id") ',
    );
    await runner.query(
      'ALTER TABLE "invitations" ADD CONSTRAINT "invitations_administrator" FOREIGN KEY ("administrator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" DROP COLUMN "administrator_id"');
  }
}
