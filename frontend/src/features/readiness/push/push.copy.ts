export const PUSH = {
  lost: 'Aviseringar till den här enheten har slutat fungera. Testa igen.',
  test: 'Testa',
} as const;
