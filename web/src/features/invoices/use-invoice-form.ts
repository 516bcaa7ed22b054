import { decimalsOf, fromUnits } from '@bitquay/contract/money'
import type { Currency } from '@bitquay/contract/prices'
import { email } from '@bitquay/contract/scalars'
import { useState } from 'react'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import * as t from './messages.ts'
import { findOptionErrors, type OptionFields, optionFieldsOf, toOptions } from './option-form.ts'
import { findBaseUnits, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

type InvoiceFields = OptionFields & {
  amount: string
  currency: Currency
  /** A top-up: the customer chooses the amount. */
  takesAny: boolean
  description: string
  buyerEmail: string
  /** As a date field has it, or empty. */
  dueDate: string
}

const empty: InvoiceFields = {
  amount: '',
  currency: 'USD',
  takesAny: false,
  description: '',
  buyerEmail: '',
  dueDate: '',
  ...optionFieldsOf(),
}

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number) => {
  const { bind, fields, change, errors, submit } = useContractForm(findErrors, { initial: empty })
  const [passesFee, setPassesFee] = useState(true)
  const percent = passesFee ? processingPercent : 0
  return {
    bind,
    fields,
    change,
    errors,
    passesFee,
    setPassesFee,
    price: fields.takesAny ? undefined : priceOf(fields, percent),
    submit: (send: (invoice: CreatedInvoice) => void) =>
      submit((checked) => {
        const price = checked.takesAny ? null : priceOf(checked, percent)
        if (price === undefined) return
        send({
          amount: price && fromUnits(price.totalUnits, decimalsOf(checked.currency)),
          currency: checked.currency,
          description: checked.description.trim(),
          buyerEmail: checked.buyerEmail.trim(),
          // An invoice for any amount has none.
          ...(checked.dueDate && !checked.takesAny ? { dueDate: checked.dueDate } : {}),
          ...toOptions(checked),
        })
      }),
  }
}

const priceOf = ({ amount, currency }: InvoiceFields, processingPercent: number) => {
  const baseUnits = findBaseUnits(amount, currency)
  return baseUnits === undefined ? undefined : priceInvoice(baseUnits, processingPercent)
}

const findErrors = (fields: InvoiceFields): FieldSentences<InvoiceFields> => ({
  ...(!fields.takesAny && findBaseUnits(fields.amount, fields.currency) === undefined ? { amount: t.amountWrong } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success ? { buyerEmail: t.emailWrong } : {}),
  ...(isPast(fields) ? { dueDate: t.dueDateWrong } : {}),
  ...findOptionErrors(fields, fields.currency),
})

/** A due date ends with its day in UTC. */
const isPast = ({ dueDate, takesAny }: InvoiceFields) =>
  dueDate !== '' && !takesAny && dueDate < new Date().toISOString().slice(0, 10)
