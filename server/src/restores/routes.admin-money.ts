import type { Output } from '@bitquay/contract/call'
import { fromSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/restores.money'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { decideClaim } from './decide-claim.ts'
import { listUnownedLightning } from './list-unowned-lightning.ts'
import { type MoneyReview, readMoneyReview } from './read-money-review.ts'
import { recordTransaction } from './record-transaction.ts'

export const restoredMoneyRoutes = (deps: Deps): Route[] => [
  route(calls.getRestoredMoney, async () => present(await readMoneyReview(deps))),
  route(calls.decideRestoredClaim, async ({ person, body, source }) => {
    await decideClaim(deps, person, body, source)
    return { message: 'Saved' }
  }),
  route(calls.recordUnknownTransaction, async ({ person, body, source }) => {
    await recordTransaction(deps, person, body, source)
    return { message: 'Recorded' }
  }),
  route(calls.listUnownedLightning, async () => {
    const { payments, unread } = await listUnownedLightning(deps)
    const shown = payments.map(({ amountSats, paidAt, ...payment }) => ({
      ...payment,
      amountBtc: fromSats(amountSats),
      paidAt: paidAt.toISOString(),
    }))
    return { payments: shown, unread }
  }),
]

const present = ({
  claims,
  unknown,
  recorded,
  unsyncedStores,
}: MoneyReview): Output<typeof calls.getRestoredMoney> => ({
  claims: claims.map(({ kind, id, type, merchantId, owner, about, amountUsd, isSynced, decision, txid, ...claim }) => ({
    ...{ kind, id, type, merchantId, owner, about, amountUsd, isSynced, decision, txid },
    amountBtc: fromSats(claim.amountSats),
    requestedAt: claim.requestedAt.toISOString(),
    match: claim.match
      ? {
          txid: claim.match.txid,
          amountBtc: fromSats(claim.match.leftSats),
          seenAt: claim.match.seenAt.toISOString(),
          address: claim.match.address,
        }
      : null,
  })),
  unknown: unknown.map(({ storeRef, merchantId, owner, txid, leftSats, seenAt, arrivedSats, partnerId }) => ({
    ...{ storeRef, merchantId, owner, txid, partnerId },
    amountBtc: fromSats(leftSats),
    seenAt: seenAt.toISOString(),
    suggestion: arrivedSats !== null ? 'sweep' : partnerId === null ? null : 'payout',
  })),
  recorded,
  unsyncedStores,
})
