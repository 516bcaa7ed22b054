export { findLinkLanguages, findPublicLink, hasPaymentLink } from './queries.ts'
export { paymentLinkRoutes } from './routes.public.ts'
export { addLinkReceived, lockLink } from './table.ts'
export { usePaymentLink } from './use-payment-link.ts'
