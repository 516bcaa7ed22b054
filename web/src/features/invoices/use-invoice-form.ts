import { fromCents } from '@bitquay/contract/money'
import { email } from '@bitquay/contract/scalars'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { findBaseCents, priceInvoice } from './price-invoice.ts'
import type { CreatedInvoice } from './use-invoices.ts'

export type InvoiceFields = { amount: string; description: string; buyerEmail: string }
export type InvoiceErrors = Partial<Record<keyof InvoiceFields, string>>

const empty: InvoiceFields = { amount: '', description: '', buyerEmail: '' }

/** What is typed, what is wrong with it, and what to send for it. */
export const useInvoiceForm = (processingPercent: number) => {
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<InvoiceErrors>({})
  const keys = useIdempotencyKeys()
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
    /** The request with its key, or nothing when a field is wrong. */
    prepare: (): { body: CreatedInvoice; idempotencyKey: string } | undefined => {
      const found = findErrors(fields)
      setErrors(found)
      if (!price || Object.keys(found).length > 0) return undefined
      const body = {
        amount: fromCents(price.totalCents),
        currency: 'USD' as const,
        description: fields.description.trim(),
        buyerEmail: fields.buyerEmail.trim(),
      }
      return { body, idempotencyKey: keys.keyFor(body) }
    },
    keys,
  }
}

const findErrors = (fields: InvoiceFields): InvoiceErrors => ({
  ...(findBaseCents(fields.amount) === undefined ? { amount: 'Please enter a valid amount' } : {}),
  ...(fields.buyerEmail.trim() && !email.safeParse(fields.buyerEmail).success
    ? { buyerEmail: 'Invalid email address' }
    : {}),
})

/**
 * Every attempt has a key of its own, except that an attempt without an answer may have succeeded: sent again
 * unchanged, it keeps its key, so that the customer never gets two invoices.
 */
const useIdempotencyKeys = () => {
  const unanswered = useRef<{ sent: string; key: string } | null>(null)
  const last = useRef<{ sent: string; key: string } | null>(null)
  return {
    keyFor: (body: unknown) => {
      const sent = JSON.stringify(body)
      const key = unanswered.current?.sent === sent ? unanswered.current.key : crypto.randomUUID()
      last.current = { sent, key }
      return key
    },
    answered: (error?: unknown) => {
      unanswered.current = error instanceof ApiError && error.status === 0 ? last.current : null
    },
  }
}
