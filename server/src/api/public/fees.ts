import { getFees } from '@bitquay/contract/fees'
import type { Deps } from '../../deps.ts'
import { findFeeSchedules } from '../../modules/fees/find-fee-schedules.ts'
import { route } from '../../platform/http/route.ts'

export const fees = ({ db }: Deps) => route(getFees, () => findFeeSchedules(db))
