import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's authenticator app. It does not count until the user has turned it on with a code. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid') userId: string;
  /** Encrypted, because whoever knows the secret can make every code. */
  @Column('text') secret: string;
  /** The time step of the last accepted code. Codes of this step and of older ones are refused. */
  @Column('integer') lastStep: number;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') turnedOnAt: Date | null;
}

/** A recovery code that is not used yet. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid') userId: string;
  /** SHA-256 of the code. */
  @PrimaryColumn('text') hash: string;
}

/** A sign-in whose password was right, and which waits for a code. */
@Entity('sign_in_challenges')
export class SignInChallenge {
  /** SHA-256 of the token in the browser's cookie. */
  @PrimaryColumn('text') hash: string;
  @Column('uuid') userId: string;
  /** SHA-256 of the password's hash: a password that was replaced since must not sign in. */
  @Column('text') passwordMark: string;
  @Column('timestamptz') expiresAt: Date;
}
