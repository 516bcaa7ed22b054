import { purposes } from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { readId, readSearch } from '../../lib/address-filters.ts'

export type AdminFilters = {
  merchantId?: number
  purpose?: AdminTransaction['purpose']
  type?: AdminTransaction['type']
  status?: AdminTransaction['status']
  method?: AdminTransaction['paymentMethod']
  search?: string
}

const choices = {
  type: ['incoming', 'outgoing'],
  status: ['pending', 'confirmed', 'failed'],
  method: ['BTC', 'BTC-LN'],
} as const

/** Filters live in the address; what is not understood is left out. */
export const readAdminFilters = (params: URLSearchParams): AdminFilters => {
  const merchantId = readId(params, 'store')
  const purpose = purposes.find((value) => value === params.get('purpose'))
  const type = choices.type.find((value) => value === params.get('type'))
  const status = choices.status.find((value) => value === params.get('status'))
  const method = choices.method.find((value) => value === params.get('method'))
  return {
    ...(merchantId ? { merchantId } : {}),
    ...(purpose ? { purpose } : {}),
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
    ...(method ? { method } : {}),
    ...readSearch(params),
  }
}
