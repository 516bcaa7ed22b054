import { btcAmountFilter } from '@bitquay/contract/lists'

/** Changes one filter in the address and keeps the rest. */
export const withFilter = (params: URLSearchParams, name: string, value: string): URLSearchParams => {
  const next = new URLSearchParams(params)
  if (value.trim()) next.set(name, value.trim())
  else next.delete(name)
  return next
}

/** Reads the ID of a chosen row. */
export const readId = (params: URLSearchParams, name: string): number | undefined => {
  const id = Number(params.get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** An amount in bitcoin that leaves something out. */
export const isMinAmount = (text: string) => btcAmountFilter.test(text) && /[1-9]/.test(text)
