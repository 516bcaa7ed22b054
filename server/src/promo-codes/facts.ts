import { actionsOn, adminScreens, type Fact } from '../facts/index.ts'

const screens = adminScreens('promo-codes')
/** The audit log must not contain the code, or its readers could redeem it. */
const onCode = actionsOn('promo-code', screens)

export const promoCodeCreated = onCode('promo-code-created')
export const promoCodeRevoked = onCode('promo-code-revoked')
export const promoCodeResumed = onCode('promo-code-resumed')
/** Reserved, redeemed, released or reversed. */
export const promoCodeUsed: Fact<unknown> = { screens }
