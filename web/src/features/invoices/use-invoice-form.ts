import { fromCents } from '@bitquay/contract/money'
import { email } from '@bitquay/contract/scalars'
import { useState } from 'react'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import * as t from './messages.ts'
import { findBaseCents, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

type InvoiceFields = { amount: string; description: string; buyerEmail: string }

const empty: InvoiceFields = { amount: '', description: '', buyerEmail: '' }

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number) => {
  const { bind, fields, errors, submit } = useContractForm(findErrors, { initial: empty })
  const [passesFee, setPassesFee] = useState(true)
  const percent = passesFee ? processingPercent : 0
  return {
    bind,
    errors,
    passesFee,
    setPassesFee,
    price: priceOf(fields.amount, percent),
    submit: (send: (invoice: CreatedInvoice) => void) =>
      submit(({ amount, description, buyerEmail }) => {
        const checked = priceOf(amount, percent)
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
  ...(findBaseCents(fields.amount) === undefined ? { amount: t.amountWrong } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success ? { buyerEmail: t.emailWrong } : {}),
})
