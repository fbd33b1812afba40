/** The most used passwords of published leaks, also Swedish ones. They cause a hint, no refusal. */
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 121212 123123 123321 654321 666666
  112233 abc123 abcdef abcd1234 qwerty qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e
  1q2w3e4r 1qaz2wsx password password1 password123 passw0rd losenord lösenord lösen123 hemligt
  hemlig hemligt1 hejhej hejhej123 hejsan hejsan123 sommar sommar123 vinter vinter123 sverige
  stockholm göteborg fotboll hammarby djurgården mamma123 pappa123 blomma älskling kärlek
  admin123 administrator welcome welcome1 letmein iloveyou monkey dragon football sunshine princess
  superman batman master shadow michael charlie resq123 resqresq`.split(/\s+/),
);

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFC').toLowerCase());
}
