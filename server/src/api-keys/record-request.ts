import { listRequests } from '@bitquay/contract/v1/requests'
import type { Deps } from '../deps.ts'
import type { KeyRequest } from '../platform/http/route.ts'
import { insertRequest } from './table.requests.ts'

/** Saves each request of a key in the sandbox. Reading the log isn't worth an entry, and a lost entry harms nobody. */
export const recordRequestOf = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  if (config.mode !== 'sandbox') return undefined
  return (request: KeyRequest) => {
    if (request.path !== listRequests.path) void insertRequest(db, request).catch(() => undefined)
  }
}
