export { findPublicLink } from './queries.ts'
export { paymentLinkRoutes } from './routes.public.ts'
export { lockLink } from './table.ts'
export { closedBecause, usePaymentLink } from './use-payment-link.ts'
