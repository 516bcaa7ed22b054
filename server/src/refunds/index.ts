export { claimRefund } from './claim-refund.ts'
export { offerRefund } from './offer-refund.ts'
export { refundClaimRoutes } from './routes.public.ts'
