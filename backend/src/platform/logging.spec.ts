import { QueryFailedError } from 'typeorm';
import { createLogger, errorLine } from './logging.js';

describe('errorLine', () => {
  it('omits the parameters of a failed statement and the row in its detail', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (email)=(anna@resq.example) already exists.',
    });
    const failed = new QueryFailedError(
      'insert into users values ($1)',
      ['anna@resq.example'],
      cause,
    );
    const line = JSON.stringify(errorLine(new Error('request failed', { cause: failed })));
    expect(line).toContain('duplicate key value violates unique constraint');
    expect(line).toContain('23505');
    expect(line).not.toContain('anna@resq.example');
  });

  it('returns only the type of a value that is no error', () => {
    expect(errorLine('anna@resq.example')).toEqual({ type: 'string' });
    expect(errorLine(undefined)).toEqual({ type: 'undefined' });
  });
});

it('writes node, role and build on every line', () => {
  const node = { nodeId: 'a', role: 'api', build: 'b' } as const;
  expect(createLogger('silent', node).bindings()).toEqual(node);
});
