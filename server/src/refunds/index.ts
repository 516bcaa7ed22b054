export { cancelOffer, cancelRefund } from './cancel-refund.ts'
export { claimRefund } from './claim-refund.ts'
export { offerRefund, type RefundOrder } from './offer-refund.ts'
export { offerRefundByKey } from './offer-refund-by-key.ts'
export {
  findClaimLanguages,
  findPullPayment,
  findRefundedCustomers,
  getPullPayment,
  isRefunded,
  listPullPayments,
  type PullPayment,
  readClaim,
  readPaid,
  readRefundable,
} from './queries.ts'
export { recordForgottenRefund, settleForgottenRefund } from './record-forgotten-refund.ts'
export { refundClaimRoutes } from './routes.public.ts'
