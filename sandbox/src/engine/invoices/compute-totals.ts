import { type Decimal, decimal, divideUp, multiply, ONE, plainNumber, roundUp } from '../rates/decimal.ts'
import { type Invoice, isAccounted, type Prompt } from './invoice.ts'

/** Sums in the invoice's currency at the locked rate. */
export type Totals = {
  gross: Decimal
  net: Decimal
  netSettled: Decimal
  paidFee: Decimal
  /** Negative when overpaid. Rounding below one satoshi doesn't count as overpaid. */
  netDue: Decimal
  /** What is missing after the tolerance. */
  minimumNetDue: Decimal
}

/** The totals of one payment method, in BTC. */
export type MethodTotals = {
  totalDue: Decimal
  due: Decimal
  paid: Decimal
  methodPaid: Decimal
  methodFee: Decimal
}

/** A method can only request whole satoshis, over Lightning too. */
const DIGITS = 8

export const computeTotals = (invoice: Invoice): Totals => {
  const price = decimal(invoice.price)
  const rate = decimal(invoice.rate)
  let gross = 0n
  let net = 0n
  let netSettled = 0n
  for (const payment of invoice.payments.filter(isAccounted)) {
    const paymentNet = multiply(decimal(payment.value) - decimal(payment.fee), rate)
    gross += multiply(decimal(payment.value), rate)
    net += paymentNet
    if (payment.status === 'Settled') netSettled += paymentNet
  }
  const totals = {
    gross,
    net,
    netSettled,
    paidFee: gross - net,
    netDue: price - net,
    minimumNetDue: minimumPrice(invoice) - net,
  }
  // Whole satoshis rarely match a price in cents exactly. If a method shows nothing due, the rest is dust.
  const dust = totals.netDue < 0n && invoice.prompts.some((prompt) => computeDue(invoice, totals, prompt).due === 0n)
  return dust ? { ...totals, netDue: 0n } : totals
}

export const computeDue = (invoice: Invoice, totals: Totals, prompt: Prompt): MethodTotals => {
  const rate = decimal(invoice.rate)
  const price = decimal(invoice.price)
  const nextFee = totals.minimumNetDue > 0n ? multiply(rate, decimal(prompt.methodFee)) : 0n
  const grossDue = price + totals.paidFee + nextFee
  const through = invoice.payments.filter((payment) => isAccounted(payment) && payment.methodId === prompt.methodId)
  return {
    totalDue: divideUp(grossDue, rate, DIGITS),
    due: divideUp(totals.netDue === 0n ? 0n : grossDue - totals.gross, rate, DIGITS),
    paid: divideUp(totals.gross, rate, DIGITS),
    methodPaid: roundUp(
      through.reduce((sum, payment) => sum + decimal(payment.value), 0n),
      DIGITS,
    ),
    methodFee: divideUp(grossDue - price, rate, DIGITS),
  }
}

export const isUnderPaid = (totals: Totals): boolean => totals.minimumNetDue > 0n

export const isOverPaid = (totals: Totals): boolean => totals.netDue < 0n

/** The price minus the tolerance. */
export const minimumPrice = (invoice: Invoice): Decimal => {
  const tolerance = decimal(plainNumber(invoice.checkout.paymentTolerance) ?? '0')
  return multiply(decimal(invoice.price), ONE - tolerance / 100n)
}
