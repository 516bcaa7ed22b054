export { PriceNote } from './price-note.tsx'
export { usePrice } from './use-price.ts'
