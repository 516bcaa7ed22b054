export { RefundButton } from './refund-button.tsx'
export { RefundsCard } from './refunds-card.tsx'
