import { computeSale } from '@bitquay/contract/tills.amounts'

export const multiplyPrice = (price: string, quantity: number, currency: string): string =>
  computeSale({ currency, lines: [{ price, quantity }], pricesIncludeTax: false, discountPercent: 0, tipPercent: 0 })
    ?.subtotal ?? price
