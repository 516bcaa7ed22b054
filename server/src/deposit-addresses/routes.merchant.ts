import * as calls from '@bitquay/contract/deposit-addresses'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { createDepositAddress } from './create-deposit-address.ts'
import { listDepositAddresses } from './queries.ts'

export const depositAddressRoutes = (deps: Deps): Route[] => [
  // The same reference finds its address, so a repeat needs no key.
  keyedRoute(calls.createDepositAddress, ({ person: { merchantId, email }, body: { reference } }) =>
    createDepositAddress(deps, { merchantId, reference, createdBy: email }),
  ),
  route(calls.listDepositAddresses, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
    const { rows, next } = await listDepositAddresses(deps.db, person.merchantId, filter, { limit, cursor })
    nextCursor(next)
    return rows
  }),
]
