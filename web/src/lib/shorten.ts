/** Cuts the middle out of what is longer than `limit`, leaving `ends` characters on both sides. */
export const shortenMiddle = (text: string, ends: number, limit: number): string =>
  text.length > limit ? `${text.slice(0, ends)}…${text.slice(-ends)}` : text

export const shortenForPhone = (address: string) => shortenMiddle(address, 12, 20)
export const shortenForDesk = (address: string) => shortenMiddle(address, 16, 32)

/** Partner views show the beginning only. */
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text)
export const cutAddress = (address: string) => cut(address, 20)
export const cutTxid = (txid: string) => cut(txid, 16)
