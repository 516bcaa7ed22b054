export { SpendingsCard } from './spendings/spendings-card.tsx'
