import { describe, expect, it } from 'vitest'
import { feeFigures, hundredContainers, hundredDollars } from './fee-figures.ts'

const defaults = { platformFeePercent: 3, partnerPoolPercent: 1, withdrawalFeePercent: 0, invoiceProcessingPercent: 6 }
const odd = {
  platformFeePercent: 3.25,
  partnerPoolPercent: 1.625,
  withdrawalFeePercent: 2.25,
  invoiceProcessingPercent: 6,
}

describe('the fee schedule in print', () => {
  it('leaves $96 of $100 by default', () => {
    expect(feeFigures(defaults)).toEqual({
      depositFee: '4%',
      platformFee: '3%',
      partnerFee: '1%',
      withdrawalFee: '0%',
      processingFee: '6%',
      keptOfHundred: '$96',
    })
    expect(hundredDollars(defaults)).toEqual({ kept: '96.00', platform: '3.00', partners: '1.00' })
  })

  it('adds percentages without the dust of floats', () => {
    expect(
      feeFigures({
        platformFeePercent: 0.1,
        partnerPoolPercent: 0.2,
        withdrawalFeePercent: 0,
        invoiceProcessingPercent: 6,
      }).depositFee,
    ).toBe('0.3%')
    expect(feeFigures(odd)).toMatchObject({ depositFee: '4.875%', keptOfHundred: '$95.12', withdrawalFee: '2.25%' })
  })

  it('adds up to the cent', () => {
    expect(hundredDollars(odd)).toEqual({ kept: '95.12', platform: '3.25', partners: '1.63' })
    expect(hundredDollars({ platformFeePercent: 0.005, partnerPoolPercent: 0 })).toEqual({
      kept: '99.99',
      platform: '0.01',
      partners: '0.00',
    })
  })

  it('draws a hundred containers to scale, cutting one that two share', () => {
    const containers = hundredContainers(odd)
    expect(containers).toHaveLength(100)
    expect(containers.every((parts) => parts.reduce((sum, part) => sum + part.mils, 0) === 1000)).toBe(true)
    const total = (owner: string) =>
      containers.flat().reduce((sum, part) => sum + (part.owner === owner ? part.mils : 0), 0)
    expect([total('kept'), total('platform'), total('partners')]).toEqual([95_125, 3250, 1625])
    expect(containers[95]).toEqual([
      { owner: 'kept', mils: 125 },
      { owner: 'platform', mils: 875 },
    ])
    expect(
      hundredContainers(defaults)
        .slice(95)
        .flat()
        .map((part) => part.owner),
    ).toEqual(['kept', 'platform', 'platform', 'platform', 'partners'])
  })
})
