import { getStoreStatus } from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { readStoreStatus } from './queries.store.ts'

export const storeStatus = ({ db }: Deps) =>
  route(getStoreStatus, ({ person }) => readStoreStatus(db, person.merchantId))
