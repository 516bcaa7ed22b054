import { fromCents } from '@bitquay/contract/money'
import { email } from '@bitquay/contract/scalars'
import { useState } from 'react'
import { findBaseCents, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

export type InvoiceFields = { amount: string; description: string; buyerEmail: string }
export type InvoiceErrors = Partial<Record<keyof InvoiceFields, string>>

const empty: InvoiceFields = { amount: '', description: '', buyerEmail: '' }

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number) => {
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<InvoiceErrors>({})
  const baseCents = findBaseCents(fields.amount)
  const price = baseCents === undefined ? undefined : priceInvoice(baseCents, processingPercent)
  return {
    fields,
    errors,
    price,
    change: (name: keyof InvoiceFields, value: string) => {
      setFields({ ...fields, [name]: value })
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
    reset: () => {
      setFields(empty)
      setErrors({})
    },
    /** The request, or nothing when a field is wrong. */
    prepare: (): CreatedInvoice | undefined => {
      const found = findErrors(fields)
      setErrors(found)
      if (!price || Object.keys(found).length > 0) return undefined
      return {
        amount: fromCents(price.totalCents),
        currency: 'USD',
        description: fields.description.trim(),
        buyerEmail: fields.buyerEmail.trim(),
      }
    },
  }
}

const findErrors = (fields: InvoiceFields): InvoiceErrors => ({
  ...(findBaseCents(fields.amount) === undefined ? { amount: 'Please enter a valid amount' } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success
    ? { buyerEmail: 'Invalid email address' }
    : {}),
})
