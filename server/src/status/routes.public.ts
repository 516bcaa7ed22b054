import { health as call, getStatus, getStatusHistory } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { route } from '../platform/http/route.ts'
import { readStatusHistory } from './queries.history.ts'
import { readStatus } from './queries.ts'

export const health = (deps: Deps) =>
  route(call, async () => {
    if (deps.isDraining) throw new ApiError('unavailable')
    try {
      await sql`select 1`.execute(deps.db)
    } catch (error) {
      throw new ApiError('unavailable', { cause: error })
    }
    return { status: 'ready' as const, version: deps.version }
  })

export const status = ({ db, config }: Deps) => route(getStatus, () => readStatus(db, config))

export const statusHistory = ({ db }: Deps) => route(getStatusHistory, () => readStatusHistory(db))
