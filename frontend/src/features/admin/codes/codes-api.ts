import type { AccessCode } from '@contract/http';
import { request } from '../../../lib/net/http.js';

export interface CodeReceiver {
  name?: string;
  email?: string;
  company?: string;
}

export const listCodes = (signal?: AbortSignal) =>
  request<AccessCode[]>('GET', '/admin/codes', undefined, { signal });

export const generateCode = async () =>
  (await request<{ code: string }>('POST', '/admin/codes/generate')).code;

export const createCode = (code: string, receiver: CodeReceiver) =>
  request<AccessCode>('POST', '/admin/codes', { code, ...receiver });

export const deleteCode = (id: string) => request<undefined>('DELETE', `/admin/codes/${id}`);
