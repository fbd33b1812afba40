import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InvitedBy1764700000000 implements MigrationInterface {
  name = 'InvitedBy1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" ADD "invited_by" uuid');
    await runner.query(
      'ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by" FOREIGN KEY ("invited_by") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" DROP CONSTRAINT "invitations_invited_by"');
    await runner.query('ALTER TABLE "invitations" DROP "invited_by"');
  }
}
