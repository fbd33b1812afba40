import { CODE_PATTERN } from '../../contract/limits.js';
import { AccessCodesService } from './access-codes.service.js';

it('generates codes in the form of the contract, without I, O, 0 and 1', () => {
  const service = Object.create(AccessCodesService.prototype) as AccessCodesService;
  const codes = Array.from({ length: 1_000 }, () => service.generate());
  for (const code of codes) {
    expect(code).toMatch(CODE_PATTERN);
    expect(code).not.toMatch(/[IO01]/);
  }
});
