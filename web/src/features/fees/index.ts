export { FeeCard } from './fee-card.tsx'
export { ofHundredDollars } from './of-hundred-dollars.ts'
export { useFees } from './use-fees.ts'
