import { health as call, getStatus } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { route } from '../platform/http/route.ts'
import { readStatus } from './queries.ts'

export const health = ({ db, version }: Deps) =>
  route(call, async () => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      throw new ApiError('unavailable', { cause: error })
    }
    return { status: 'ready' as const, version }
  })

export const status = ({ db, config }: Deps) => route(getStatus, () => readStatus(db, config))
