import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';

/** A user's authenticator app. It does not count until the user has turned it on with a code. */
@Entity('second_factors')
export class SecondFactor {
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'second_factors_user' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
    primaryKeyConstraintName: 'second_factors_pkey',
  })
  userId: string;

  /** Encrypted, because whoever knows the secret can make every code. */
  @Column({ type: 'text' })
  secret: string;

  /** The time step of the last accepted code. Codes of this step and of older ones are refused. */
  @Column({ name: 'last_step', type: 'integer' })
  lastStep: number;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'turned_on_at', nullable: true })
  turnedOnAt: Date | null;
}

/** A recovery code that is not used yet. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'recovery_codes_user' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
    primaryKeyConstraintName: 'recovery_codes_pkey',
  })
  userId: string;

  /** SHA-256 of the code. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash: string;
}

/** A sign-in whose password was right, and which waits for a code. */
@Entity('sign_in_challenges')
export class SignInChallenge {
  /** SHA-256 of the token in the browser's cookie. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sign_in_challenges_pkey' })
  hash: string;

  @Index('sign_in_challenges_user_id')
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'sign_in_challenges_user' })
  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  /** SHA-256 of the password's hash: a password that was replaced since must not sign in. */
  @Column({ name: 'password_mark', type: 'text' })
  passwordMark: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;
}
