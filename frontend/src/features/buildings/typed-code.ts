/** @returns a typed code in groups of four: "K7QM-2XPA" */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** @returns where to type a code, without the protocol: "resq.example/join" */
export const joinPageOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + pathname;
};
