import { fromCents } from '@bitquay/contract/money'
import { email } from '@bitquay/contract/scalars'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import { findBaseCents, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

type InvoiceFields = { amount: string; description: string; buyerEmail: string }

const empty: InvoiceFields = { amount: '', description: '', buyerEmail: '' }

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number) => {
  const { bind, fields, errors, reset, submit } = useContractForm(findErrors, { initial: empty })
  const price = priceOf(fields.amount, processingPercent)
  return {
    bind,
    errors,
    price,
    reset: () => reset(empty),
    submit: (send: (invoice: CreatedInvoice) => void) =>
      submit(({ amount, description, buyerEmail }) => {
        const checked = priceOf(amount, processingPercent)
        if (!checked) return
        send({
          amount: fromCents(checked.totalCents),
          currency: 'USD',
          description: description.trim(),
          buyerEmail: buyerEmail.trim(),
        })
      }),
  }
}

const priceOf = (amount: string, processingPercent: number) => {
  const baseCents = findBaseCents(amount)
  return baseCents === undefined ? undefined : priceInvoice(baseCents, processingPercent)
}

const findErrors = (fields: InvoiceFields): FieldSentences<InvoiceFields> => ({
  ...(findBaseCents(fields.amount) === undefined ? { amount: 'Please enter a valid amount' } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success
    ? { buyerEmail: 'Invalid email address' }
    : {}),
})
