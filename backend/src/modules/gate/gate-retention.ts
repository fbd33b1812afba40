import { LessThan } from 'typeorm';
import { TIMES } from '../../contract/limits.js';
import type { RetentionRule } from '../../platform/retention/retention.js';
import { CodeSession } from './gate.entities.js';

export const GATE_RETENTION: RetentionRule[] = [
  {
    table: 'access_codes',
    personal: 'name, e-mail and company of the invited person, as an administrator typed them',
    retainedFor: 'until an administrator deletes the code',
  },
  {
    table: 'code_sessions',
    retainedFor: '24 hours after the last use',
    retire: (database, now) => {
      const lastUsedAt = LessThan(new Date(now.getTime() - TIMES.codeSessionMs));
      return database.getRepository(CodeSession).delete({ lastUsedAt });
    },
  },
];
