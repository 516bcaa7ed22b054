import { getPrice } from '@bitquay/contract/balances'
import { fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { findPrice } from './queries.ts'

export const price = ({ db }: Deps) =>
  route(getPrice, async () => {
    const { cents, source, at, stale } = await findPrice(db)
    return { price: Number(fromCents(cents)), currency: 'USD' as const, source, at: at?.toISOString() ?? null, stale }
  })
