import { fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { freshPlatformAddress } from '../stores/index.ts'
import { collectionAsked } from './facts.ts'
import { sweepFees } from './sweep-fees.ts'

/** Collects what a merchant owes because an admin asks for it, also below the threshold. */
export const collectFees = async (deps: Deps, admin: Admin, merchantId: number, source: Source): Promise<void> => {
  const address = await freshPlatformAddress(deps)
  if (address === undefined) throw new ApiError('unavailable')
  const swept = await sweepFees(deps, merchantId, address, (tx, { amountSats }) =>
    announce(tx, collectionAsked, { merchantId, detail: { btc: fromSats(amountSats) } }, { actor: admin, source }),
  )
  if (!swept) throw new ApiError('nothing-to-collect')
}
