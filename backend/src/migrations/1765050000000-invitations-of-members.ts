import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of a membership sets the reference of its invitations to null, and looked at all of them. */
export class InvitationsOfMembers1765050000000 implements MigrationInterface {
  name = 'InvitationsOfMembers1765050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "invitations_inviter" ON "invitations"  ("invited_by") `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "invitations_inviter"`);
  }
}
