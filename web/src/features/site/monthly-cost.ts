import type { FeeSchedule } from '@bitquay/contract/fees'

type Sales = { salesCents: number; averageCents: number }
type DepositFees = Pick<FeeSchedule, 'platformFeePercent' | 'partnerPoolPercent'>

/** What cards usually cost: a share of the payment and a fixed part for each. */
export const card = { percent: 2.9, eachCents: 30 }

/** What a month costs here and with cards, in cents, and from which payment on cards cost less. */
export const monthlyCost = ({ salesCents, averageCents }: Sales, schedule: DepositFees) => {
  const platform = share(salesCents, schedule.platformFeePercent)
  const partners = share(salesCents, schedule.partnerPoolPercent)
  const percent = schedule.platformFeePercent + schedule.partnerPoolPercent
  const payments = averageCents > 0 ? salesCents / averageCents : 0
  return {
    platform,
    partners,
    fee: platform + partners,
    kept: salesCents - platform - partners,
    card: share(salesCents, card.percent) + Math.round(payments * card.eachCents),
    /** Undefined if cards never cost less. */
    cardsCheaperAbove:
      percent > card.percent ? Math.round((card.eachCents * 100) / (percent - card.percent)) : undefined,
  }
}

/** Percentages have at most three decimals. Half a cent is rounded up. */
const share = (cents: number, percent: number) => Math.floor((cents * Math.round(percent * 1000)) / 100_000 + 0.5)

/** What someone typed in dollars, in cents. Anything else than an amount is nothing. */
export const readCents = (typed: string) => {
  const amount = Number(typed.replaceAll(/[,$\s]/g, ''))
  return Number.isFinite(amount) && amount >= 0 ? Math.min(Math.round(amount * 100), 100_000_000_00) : 0
}

export const writeDollars = (cents: number) => (cents / 100).toFixed(2)
