import type { AdminTransaction } from '@bitquay/contract/admin-transactions'

export type AdminFilters = {
  merchantId?: number
  status?: AdminTransaction['status']
  search?: string
}

const statuses = ['pending', 'confirmed', 'failed'] as const

/** Filters live in the address; what is not understood is left out. */
export const readAdminFilters = (params: URLSearchParams): AdminFilters => {
  const merchantId = Number(params.get('store'))
  const status = statuses.find((value) => value === params.get('status'))
  const search = params.get('search')?.trim().slice(0, 200)
  return {
    ...(Number.isSafeInteger(merchantId) && merchantId > 0 ? { merchantId } : {}),
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
  }
}

/** The address with one filter changed. */
export const withAdminFilter = (params: URLSearchParams, name: 'store' | 'status' | 'search', value: string) => {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
