import { type Act, actorKinds } from '@bitquay/contract/act-log'
import { readId, readSearch } from '../../lib/use-address-filters.ts'

export type ActFilters = { act?: string; actorKind?: Act['actorKind']; merchantId?: number; search?: string }

/** Filters live in the address; what is not understood is left out. */
export const readActFilters = (params: URLSearchParams): ActFilters => {
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
