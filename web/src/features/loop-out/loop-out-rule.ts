import { toCents } from '@bitquay/contract/money'

const minimumCents = 30_000n

/** From here on a Lightning balance can be moved to the merchant's own wallet. */
export const loopOutMinimumUsd = '300.00'

export const mayLoopOut = (lightningUsd: string) => toCents(lightningUsd) >= minimumCents
