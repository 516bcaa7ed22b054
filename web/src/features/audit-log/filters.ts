import { type Act, actorKinds } from '@bitquay/contract/act-log'
import { readId, readSearch } from '../../lib/use-address-filters.ts'

export type ActivityFilters = { act?: string; actorKind?: Act['actorKind']; merchantId?: number; search?: string }

/** Filters live in the address; what is not understood is left out. */
export const readActivityFilters = (params: URLSearchParams): ActivityFilters => {
  const act = params.get('act')?.slice(0, 80)
  const actorKind = actorKinds.find((kind) => kind === params.get('actor'))
  const merchantId = readId(params, 'store')
  return {
    ...(act ? { act } : {}),
    ...(actorKind ? { actorKind } : {}),
    ...(merchantId ? { merchantId } : {}),
    ...readSearch(params),
  }
}
