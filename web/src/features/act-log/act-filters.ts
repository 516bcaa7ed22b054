import { type Act, actorKinds } from '@bitquay/contract/act-log'

export type ActFilters = { act?: string; actorKind?: Act['actorKind']; merchantId?: number; search?: string }
export type ActFilterName = 'act' | 'actor' | 'store' | 'search'

/** Filters live in the address; what is not understood is left out. */
export const readActFilters = (params: URLSearchParams): ActFilters => {
  const act = params.get('act')?.slice(0, 80)
  const actorKind = actorKinds.find((kind) => kind === params.get('actor'))
  const merchantId = Number(params.get('store'))
  const search = params.get('search')?.trim().slice(0, 200)
  return {
    ...(act ? { act } : {}),
    ...(actorKind ? { actorKind } : {}),
    ...(Number.isSafeInteger(merchantId) && merchantId > 0 ? { merchantId } : {}),
    ...(search ? { search } : {}),
  }
}

export const withActFilter = (params: URLSearchParams, name: ActFilterName, value: string) => {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
