export { RefundsCard } from './refunds-card.tsx'
