import { getFees } from '@bitquay/contract/fees'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { findFeeSchedules } from './queries.ts'

export const fees = ({ db }: Deps) => route(getFees, () => findFeeSchedules(db))
