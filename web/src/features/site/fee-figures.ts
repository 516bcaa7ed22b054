import type { FeeSchedule } from '@bitquay/contract/fees'
import { formatPercent } from '../../lib/format-number.ts'
import { formatUsd } from '../../ui/money-text.ts'

/** What prose may print of a fee schedule, by the name it is written with: `{depositFee}`. */
export const feeNames = [
  'depositFee',
  'platformFee',
  'partnerFee',
  'withdrawalFee',
  'processingFee',
  'keptOfHundred',
] as const
export type FeeName = (typeof feeNames)[number]
type FeeFigures = Record<FeeName, string>

type DepositFees = Pick<FeeSchedule, 'platformFeePercent' | 'partnerPoolPercent'>

export const feeFigures = (
  schedule: DepositFees & Pick<FeeSchedule, 'withdrawalFeePercent' | 'invoiceProcessingPercent'>,
): FeeFigures => {
  const { platform, partners } = splitHundred(schedule)
  return {
    depositFee: formatPercent((platform + partners) / mils),
    platformFee: formatPercent(schedule.platformFeePercent),
    partnerFee: formatPercent(schedule.partnerPoolPercent),
    withdrawalFee: formatPercent(schedule.withdrawalFeePercent),
    processingFee: formatPercent(schedule.invoiceProcessingPercent),
    keptOfHundred: formatUsd(hundredDollars(schedule).kept).replace('.00', ''),
  }
}

/** What becomes of $100.00, to the cent. Fees round half up and the merchant has the rest, so that it adds up and never flatters. */
export const hundredDollars = (schedule: DepositFees) => {
  const { platform, partners } = splitHundred(schedule)
  const [platformCents, partnerCents] = [Math.round(platform / 10), Math.round(partners / 10)]
  return {
    kept: decimal(10_000 - platformCents - partnerCents),
    platform: decimal(platformCents),
    partners: decimal(partnerCents),
  }
}

type Owner = 'kept' | 'platform' | 'partners'
export type Container = { owner: Owner; mils: number }[]

/**
 * One hundred containers of $1 each, from the bottom left upward: what is kept first, then the platform's, then the
 * partners'. A container that two share is cut where the line runs, so that the picture stays to scale.
 */
export const hundredContainers = (schedule: DepositFees): Container[] => {
  const { platform, kept } = splitHundred(schedule)
  const edges: [Owner, number][] = [
    ['kept', kept],
    ['platform', kept + platform],
    ['partners', 100 * mils],
  ]
  return Array.from({ length: 100 }, (_, index) => {
    const parts: Container = []
    let from = index * mils
    for (const [owner, edge] of edges) {
      const until = Math.min(edge, (index + 1) * mils)
      if (until > from) parts.push({ owner, mils: until - from })
      from = Math.max(from, until)
    }
    return parts
  })
}

/** Percentages have at most three decimals, so of $100 they are whole thousandths of a dollar. */
const mils = 1000

const splitHundred = ({ platformFeePercent, partnerPoolPercent }: DepositFees) => {
  const platform = Math.round(platformFeePercent * mils)
  const partners = Math.round(partnerPoolPercent * mils)
  return { platform, partners, kept: 100 * mils - platform - partners }
}

const decimal = (amountCents: number) => {
  const digits = String(amountCents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
