import { listRequests } from '@bitquay/contract/v1/requests'
import type { Deps } from '../deps.ts'
import type { KeyRequest } from '../platform/http/route.ts'
import { insertRequests, type LoggedRequest } from './table.requests.ts'

const gatherMs = 500
/** More in one moment are not logged: a flood must not fill the memory. */
const mostGathered = 2000

export type RequestLog = {
  record: (request: KeyRequest) => void
  /** Saves what waits. */
  close: () => Promise<void>
}

/**
 * Saves the requests of keys after their answers, many at once. Reading the log isn't worth an entry. What is lost when the
 * process is killed or the database takes no changes harms nobody.
 */
export const createRequestLog = ({ db }: Pick<Deps, 'db'>): RequestLog => {
  let gathered: LoggedRequest[] = []
  let timer: NodeJS.Timeout | undefined
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    const requests = gathered
    gathered = []
    if (requests.length > 0) await insertRequests(db, requests).catch(() => undefined)
  }
  return {
    record: (request) => {
      if (request.path === listRequests.path || gathered.length >= mostGathered) return
      gathered.push({ ...request, answeredAtMs: Date.now() })
      timer ??= setTimeout(() => void save(), gatherMs).unref()
    },
    close: save,
  }
}
