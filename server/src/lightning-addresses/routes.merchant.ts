import * as calls from '@bitquay/contract/lightning-addresses'
import type { Deps } from '../deps.ts'
import { hasPaymentLink } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { findStore, offersLightning } from '../stores/index.ts'
import { hostOf, presentAddress } from './present-address.ts'
import { findAddressOf, readPayments } from './queries.ts'
import { saveLightningAddress } from './save-lightning-address.ts'
import type { AddressOwner } from './table.ts'

export const lightningAddressRoutes = (deps: Deps): Route[] => {
  const read = async (owner: AddressOwner) => {
    const row = await findAddressOf(deps.db, owner)
    const store = await findStore(deps.db, owner.merchantId)
    return {
      host: hostOf(deps.config),
      available: store?.status === 'ready' && offersLightning(store),
      address: row ? presentAddress(deps.config, row) : null,
    }
  }
  return [
    route(calls.getLightningAddress, ({ person: { merchantId } }) => read({ merchantId, paymentLinkId: null })),
    route(calls.getLightningPayments, ({ person: { merchantId }, query }) =>
      readPayments(deps.db, merchantId, query.tz),
    ),
    route(calls.saveLightningAddress, async ({ person, body, source }) => {
      await saveLightningAddress(deps, person, null, body, source)
      return read({ merchantId: person.merchantId, paymentLinkId: null })
    }),
    route(calls.getLinkAddress, async ({ person: { merchantId }, params: { id } }) => {
      if (!(await hasPaymentLink(deps.db, merchantId, id))) throw new ApiError('not-found')
      return read({ merchantId, paymentLinkId: id })
    }),
    route(calls.saveLinkAddress, async ({ person, params: { id }, body, source }) => {
      await saveLightningAddress(deps, person, id, body, source)
      return read({ merchantId: person.merchantId, paymentLinkId: id })
    }),
  ]
}
