import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** Filters as they stand in the address, so that a view can be kept and shared; and how to change them. */
export const useAddressFilters = <Filters extends object>(read: (params: URLSearchParams) => Filters) => {
  const [params, setParams] = useSearchParams()
  // Clearing empties what is being typed as well: fields with this key begin anew.
  const [round, setRound] = useState(0)
  const filters = read(params)
  return {
    filters,
    filtered: Object.keys(filters).length > 0,
    round,
    set: (name: string, value: string) =>
      setParams((before) => withFilter(before, name, value), { replace: true, preventScrollReset: true }),
    clear: () => {
      setParams({}, { replace: true, preventScrollReset: true })
      setRound(round + 1)
    },
  }
}

/** The address with one filter changed; other parts of it stay. */
export const withFilter = (params: URLSearchParams, name: string, value: string): URLSearchParams => {
  const next = new URLSearchParams(params)
  if (value.trim()) next.set(name, value.trim())
  else next.delete(name)
  return next
}

/** What is looked for, as the server takes it; nothing when there is nothing to look for. */
export const readSearch = (params: URLSearchParams): { search?: string } => {
  const search = params.get('search')?.trim().slice(0, 200)
  return search ? { search } : {}
}

/** The number of a row that is chosen. */
export const readId = (params: URLSearchParams, name: string): number | undefined => {
  const id = Number(params.get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
