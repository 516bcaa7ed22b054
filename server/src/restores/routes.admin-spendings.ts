import { fromSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/platform-spendings'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { decideSpending } from './decide-spending.ts'
import { listSpendings } from './list-spendings.ts'
import { reviewSpendings } from './review-spendings.ts'

export const spendingRoutes = (deps: Deps): Route[] => [
  route(calls.listPlatformSpendings, async () => {
    const { spendings, waiting } = await listSpendings(deps)
    const shown = spendings.map(({ txid, leftSats, seenAt, partnerId, sends }) => ({
      ...{ txid, partnerId, amountBtc: fromSats(leftSats), seenAt: seenAt.toISOString() },
      sends: sends.map(({ id, kind, owner }) => ({ id, kind, owner })),
    }))
    return { spendings: shown, waiting }
  }),
  route(calls.decidePlatformSpending, async ({ person, params, body, source }) => {
    await decideSpending(deps, person, { ...body, txid: params.txid, twoFactorToken: body.twoFactorToken }, source)
    return { message: 'Saved' }
  }),
  route(calls.reviewPlatformSpendings, async ({ person, body, source }) => {
    await reviewSpendings(deps, person, body.twoFactorToken, source)
    return { message: 'The review has started. Run “npm run restore -- --new-code” on the server for its code.' }
  }),
]
