import { describe, expect, it } from 'vitest'
import { decimalsOf, findUnits } from './money.ts'
import { chooseOptions, computeSale, type SaleParts } from './tills.amounts.ts'

/** Random, but the same in each run. */
const numbers = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % most
  }
}

const sale = (parts: Partial<SaleParts>) =>
  computeSale({ currency: 'USD', lines: [], pricesIncludeTax: false, discountPercent: 0, tipPercent: 0, ...parts })

describe('the sums of a sale', () => {
  it('add up to the total, line by line, in currencies with 0, 2 and 3 decimals', () => {
    const next = numbers(7)
    const rates = ['0', '8.5', '8.875', '19', '7.7', '99.999', '0.001']
    for (let count = 0; count < 3000; count++) {
      const currency = ['JPY', 'USD', 'KWD'][next(3)] ?? 'USD'
      const decimals = decimalsOf(currency)
      const unitsOf = (amount: string) => findUnits(amount, decimals) ?? -1n
      const lines = Array.from({ length: 1 + next(6) }, () => ({
        price:
          decimals === 0
            ? String(1 + next(9999))
            : `${next(99)}.${String(1 + next(10 ** decimals - 1)).padStart(decimals, '0')}`,
        quantity: 1 + next(5),
        taxPercent: rates[next(rates.length)],
      }))
      const pricesIncludeTax = next(2) === 1
      const discountPercent = next(100)
      const sums = computeSale({ currency, lines, pricesIncludeTax, discountPercent, tipPercent: next(51) })
      if (!sums) throw new Error('no sums')
      const [subtotal, discount, tax, tip, total] = [sums.subtotal, sums.discount, sums.tax, sums.tip, sums.total].map(
        unitsOf,
      )
      const added = sums.lineSums.reduce((sum, line) => sum + unitsOf(line.tax), 0n)
      const taken = sums.lineSums.reduce((sum, line) => sum + unitsOf(line.discount), 0n)
      expect([added, taken]).toEqual([tax, discount])
      expect(total).toBe((subtotal ?? 0n) - (discount ?? 0n) + (pricesIncludeTax ? 0n : (tax ?? 0n)) + (tip ?? 0n))
      let net = 0n
      for (const [place, line] of lines.entries()) {
        const amount = unitsOf(line.price) * BigInt(line.quantity)
        const own = sums.lineSums[place]
        const after = amount - unitsOf(own?.discount ?? '')
        const lineTax = unitsOf(own?.tax ?? '')
        expect(after >= 0n && lineTax >= 0n).toBe(true)
        // The tax is the rate's part of the line, at most half a unit away.
        const rate = findUnits(line.taxPercent ?? '0', 3) ?? -1n
        const whole = pricesIncludeTax ? 100_000n + rate : 100_000n
        const away = 2n * (lineTax * whole - after * rate)
        expect(away <= whole && away > -whole).toBe(true)
        net += after - (pricesIncludeTax ? lineTax : 0n)
      }
      expect(net + added + (tip ?? 0n)).toBe(total)
    }
  })

  it('take the discount off before the tax, and round each line half up', () => {
    const lines = [
      { price: '4.60', quantity: 2, taxPercent: '8.5' },
      { price: '7.00', quantity: 1, taxPercent: '0' },
    ]
    expect(sale({ lines, discountPercent: 10, tipPercent: 15 })).toEqual({
      ...{ subtotal: '16.20', discount: '1.62', tax: '0.70', tip: '2.19', total: '17.47' },
      lineSums: [
        { discount: '0.92', tax: '0.70' },
        { discount: '0.70', tax: '0.00' },
      ],
    })
    // 0.10 × 5% is half a cent.
    expect(sale({ lines: [{ price: '0.10', quantity: 1, taxPercent: '5' }] })?.tax).toBe('0.01')
  })

  it('take the tax out of prices that include it', () => {
    const lines = [{ price: '119.00', quantity: 1, taxPercent: '19' }]
    expect(sale({ currency: 'EUR', lines, pricesIncludeTax: true })).toMatchObject({ tax: '19.00', total: '119.00' })
    const yen = [{ price: '1080', quantity: 1, taxPercent: '8' }]
    expect(sale({ currency: 'JPY', lines: yen, pricesIncludeTax: true })).toMatchObject({ tax: '80', total: '1080' })
  })
})

describe('what is chosen of an item', () => {
  const item = {
    price: '4.00',
    options: [
      {
        choices: [
          { name: 'Small', price: '0.00' },
          { name: 'Large', price: '0.50' },
        ],
      },
      { choices: [{ name: 'Oat', price: '0.60' }] },
    ],
  }
  it('is the first of several and not a single one, unless the cashier says otherwise', () => {
    expect(chooseOptions(item, undefined, 'USD')).toEqual({ price: '4.00', choices: ['Small'] })
    expect(chooseOptions(item, ['Large', 'Oat'], 'USD')).toEqual({ price: '5.10', choices: ['Large', 'Oat'] })
    expect(chooseOptions(item, ['Large', ''], 'USD')).toEqual({ price: '4.50', choices: ['Large'] })
  })
  it('is refused if it is not there', () => {
    for (const names of [['Huge', ''], ['', ''], ['Large'], ['Large', 'Soy']]) {
      expect(chooseOptions(item, names, 'USD')).toBeUndefined()
    }
  })
})
