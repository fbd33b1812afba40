import { CODE_PATTERN } from '../../contract/limits.js';
import { GateService } from './gate.service.js';

it('generates codes in the form of the contract, without I, O, 0 and 1', () => {
  const service = Object.create(GateService.prototype) as GateService;
  const codes = Array.from({ length: 1_000 }, () => service.generateCode());
  for (const code of codes) {
    expect(code).toMatch(CODE_PATTERN);
    expect(code).not.toMatch(/[IO01]/);
  }
});
