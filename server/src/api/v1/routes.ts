import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { balances } from './balances.ts'

/** The API for a merchant's programs. */
export const v1Routes = (deps: Deps): Route[] => [balances(deps)]
