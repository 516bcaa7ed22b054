import type { Filter } from '@bitquay/contract/lists'
import { isMinAmount, readId } from '../../lib/address-filters.ts'
import { allTime, type DateRange, datePresets, isAllTime } from '../../ui/list-surface/date-presets.ts'
import { type Day, isDay } from '../../ui/list-surface/plain-date.ts'

/** Parts of the address that are no filters. */
const openParam = 'open'
const sortParam = 'sort'
const rangeParams = ['range', 'from', 'to']
/** Opens the form that creates a row. */
const createParam = 'create'

/** No payment is older than the first block. */
const firstDay: Day = '2009-01-03'

/** A preset by its name, or two days. A range that can't be read hides nothing. */
export const readRange = (params: URLSearchParams, today: Day): DateRange => {
  const preset = datePresets.find((name) => name === params.get('range'))
  if (preset) return { preset }
  const [from, to] = [params.get('from'), params.get('to')]
  if (!isDay(from) && !isDay(to)) return allTime
  const [first, last] = [isDay(from) ? from : firstDay, isDay(to) ? to : today]
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}

export const withRange = (params: URLSearchParams, range: DateRange): URLSearchParams => {
  const next = without(params, rangeParams)
  if (isAllTime(range)) return next
  if ('preset' in range) next.set('range', range.preset)
  else {
    next.set('from', range.from)
    next.set('to', range.to)
  }
  return next
}

/** The declared filters of a list. What can't be read is left out. */
export const readFilters = (filters: Readonly<Record<string, Filter>>, address: URLSearchParams): object =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = readFilter(filter, address, filter.as ?? name)
      return value ? [[name, value]] : []
    }),
  )

const readFilter = (filter: Filter, address: URLSearchParams, name: string) => {
  if (filter.kind === 'one-of') return filter.values.find((value) => value === address.get(name))
  if (filter.kind === 'id') return readId(address, name)
  const written = address.get(name)?.trim() ?? ''
  if (filter.kind === 'btc-amount') return isMinAmount(written) ? written : undefined
  return written.slice(0, filter.longest)
}

type Sort<Field extends string> = Field | `-${Field}`

/** What the address sorts by. The first field, downwards, unless it says otherwise. */
export const readSort = <Field extends string>(
  params: URLSearchParams,
  fields: readonly [Field, ...Field[]],
): Sort<Field> => {
  const written = params.get(sortParam) ?? ''
  const field = fields.find((name) => name === written || `-${name}` === written)
  if (!field) return `-${fields[0]}`
  return written.startsWith('-') ? `-${field}` : field
}

export const withSort = (params: URLSearchParams, sort: string, usual: string): URLSearchParams => {
  const next = without(params, [sortParam, openParam])
  if (sort !== usual) next.set(sortParam, sort)
  return next
}

export const withOpen = (params: URLSearchParams, key: string | undefined): URLSearchParams => {
  const next = without(params, [openParam])
  if (key !== undefined) next.set(openParam, key)
  return next
}

export const readCreating = (params: URLSearchParams) => params.has(createParam)

export const withCreating = (params: URLSearchParams, creating: boolean): URLSearchParams => {
  const next = without(params, [createParam])
  if (creating) next.set(createParam, '')
  return next
}

export const readOpen = (params: URLSearchParams) => params.get(openParam) ?? undefined

/** The address of a view without the open row. Two addresses of the same view are the same text. */
export const writeView = (params: URLSearchParams): string => {
  const kept = without(params, [openParam, createParam])
  kept.sort()
  return kept.toString()
}

/** Whether anything narrows the list. */
export const isNarrowed = (params: URLSearchParams) => without(params, [openParam, sortParam, createParam]).size > 0

export const without = (params: URLSearchParams, names: readonly string[]): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const name of names) next.delete(name)
  return next
}
