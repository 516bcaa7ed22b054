import { getCheckout } from '@bitquay/contract/invoices'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readCheckout } from '../../views/read-checkout.ts'

export const checkoutRoutes = ({ db, config }: Deps): Route[] => [
  route(getCheckout, async ({ params }) => {
    const found = await readCheckout(db, params.invoiceId, config.publicUrl)
    if (!found) throw new ApiError('not-found')
    return found
  }),
]
