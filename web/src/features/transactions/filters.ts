import { withoutExponent } from '@bitquay/contract/money'
import { purposes, type Transaction } from '@bitquay/contract/transactions'
import { readSearch } from '../../lib/address-filters.ts'

/** What narrows the list; everything may be missing. */
export type Filters = {
  search?: string
  purpose?: Transaction['purpose']
  type?: Transaction['type']
  status?: Transaction['status']
  method?: Transaction['paymentMethod']
  minAmount?: string
}

const choices = {
  type: ['incoming', 'outgoing'],
  status: ['confirmed', 'unconfirmed', 'failed'],
  method: ['BTC', 'BTC-LN'],
} as const

/** Filters live in the address, so that a view can be kept and shared. What is not understood is left out. */
export const readFilters = (params: URLSearchParams): Filters => {
  const purpose = purposes.find((value) => value === params.get('purpose'))
  const type = choices.type.find((value) => value === params.get('type'))
  const status = choices.status.find((value) => value === params.get('status'))
  const method = choices.method.find((value) => value === params.get('method'))
  const minAmount = params.get('minAmount') ?? ''
  return {
    ...readSearch(params),
    ...(purpose ? { purpose } : {}),
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
    ...(method ? { method } : {}),
    ...(isMinAmount(minAmount) ? { minAmount } : {}),
  }
}

/** A plain amount in bitcoin, to the satoshi. */
export const isMinAmount = (text: string) => /^\d{1,8}(\.\d{1,8})?$/.test(text) && /[1-9]/.test(text)

/** The field's own arrows write one satoshi as 1e-8. */
export const plainAmount = (text: string) => {
  const plain = withoutExponent(text)
  return isMinAmount(plain) ? plain : text
}
