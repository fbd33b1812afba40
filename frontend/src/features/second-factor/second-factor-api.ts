import type { CreatedRecoveryCodes, SecondFactorSetUp, SecondFactorStatus } from '@contract/http';
import { request } from '../../lib/net/http.js';

const PATH = '/auth/second-factor';

export const readSecondFactor = (signal?: AbortSignal) =>
  request<SecondFactorStatus>('GET', PATH, undefined, { signal });

export const setUpSecondFactor = (password: string) =>
  request<SecondFactorSetUp>('POST', `${PATH}/set-up`, { password });

export const turnOnSecondFactor = (code: string) =>
  request<CreatedRecoveryCodes>('POST', `${PATH}/turn-on`, { code });

export const turnOffSecondFactor = (code: string) =>
  request<undefined>('POST', `${PATH}/turn-off`, { code });

export const confirmSession = (code: string) =>
  request<undefined>('POST', `${PATH}/confirm`, { code });
