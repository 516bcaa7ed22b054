import { getStatus } from '@bitquay/contract/status'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { readStatus } from './queries.ts'

export const status = ({ db, config }: Deps) => route(getStatus, () => readStatus(db, config))
