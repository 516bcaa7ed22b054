import type { AdminTransaction } from '@bitquay/contract/admin-transactions'
import { readId, readSearch } from '../../lib/use-address-filters.ts'

export type AdminFilters = {
  merchantId?: number
  status?: AdminTransaction['status']
  search?: string
}

const statuses = ['pending', 'confirmed', 'failed'] as const

/** Filters live in the address; what is not understood is left out. */
export const readAdminFilters = (params: URLSearchParams): AdminFilters => {
  const merchantId = readId(params, 'store')
  const status = statuses.find((value) => value === params.get('status'))
  return {
    ...(merchantId ? { merchantId } : {}),
    ...(status ? { status } : {}),
    ...readSearch(params),
  }
}
