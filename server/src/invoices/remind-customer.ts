import type { Language } from '@bitquay/contract/languages'
import { readMailShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  type Email,
  type Fact,
  queueEmail,
  renderEmail,
  type Shop,
  shortenCustomerText,
  takeCustomerEmail,
} from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import { isBeforeRestore } from '../platform/db/restore-row.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { formatDay, formatEmailAmount } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { invoicesChanged } from './facts.ts'
import { readAmountDue } from './get-amount-due.ts'
import { findShopLanguages } from './queries.languages.ts'
import { areRemindersStopped, type InvoiceEmailRow, insertStop, isOvertaken } from './table.emails.ts'
import type { InvoiceRow } from './table.ts'

/** What became of a receipt or reminder whose time had come. */
export type EmailOutcome =
  | { kind: 'queued'; amountDue: string | null }
  | { kind: 'dropped' }
  | { kind: 'waits'; seconds: number; isDelayed: boolean }

const secondsUntilConfirmed = 3600
const msPerDay = 86_400_000

/** Queues a reminder of an unpaid invoice. It asks for what is still due now. */
export const queueReminder = async (
  tx: Tx,
  deps: Pick<Deps, 'config' | 'macs'>,
  row: InvoiceRow,
  email: InvoiceEmailRow,
): Promise<EmailOutcome> => {
  const { customerEmail, invoiceId, dueAt, merchantId } = row
  if (customerEmail === null || invoiceId === null || dueAt === null) return { kind: 'dropped' }
  if (!(await isReminderWanted(tx, row, email)) || (await isOvertaken(tx, email))) return { kind: 'dropped' }
  // A payment that is seen and not confirmed may still fail.
  if (row.status === 'processing') return { kind: 'waits', seconds: secondsUntilConfirmed, isDelayed: false }
  const refusal = await takeCustomerEmail(tx, deps.config, merchantId, customerEmail)
  if (refusal) return { kind: 'waits', seconds: refusal.retryAfterSeconds ?? 60, isDelayed: true }
  const { publicUrl } = deps.config
  const amountDue = await readAmountDue(tx, row)
  await queueEmail(tx, {
    to: customerEmail,
    merchantId,
    invoiceEmail: email.id,
    isHeld: await isBeforeRestore(tx, plannedAt(email, dueAt)),
    ...reminderEmail(publicUrl, {
      invoiceId,
      shop: await readMailShop(tx, merchantId, publicUrl),
      amountDue,
      currency: row.currency,
      description: row.description,
      dueAt,
      isOverdue: dueAt <= tx.now,
      stopToken: deps.macs.reminders.sign(invoiceId),
      language: chooseLanguage({ ...(await findShopLanguages(tx, invoiceId)) }),
    }),
  })
  return { kind: 'queued', amountDue }
}

const plannedAt = ({ days }: InvoiceEmailRow, dueAt: Date) => new Date(dueAt.getTime() + (days ?? 0) * msPerDay)

/** Nobody is reminded of an invoice that was never emailed, was paid or canceled, or has another due date by now. */
export const isReminderWanted = async (tx: Tx, row: InvoiceRow, email: InvoiceEmailRow): Promise<boolean> => {
  const isOpen = (row.status === 'new' || row.status === 'processing') && row.closedAt === null
  if (!isOpen || row.mailedAt === null || row.archivedAt !== null) return false
  if (row.dueAt?.getTime() !== email.dueAt?.getTime()) return false
  const merchant = await getMerchant(tx, row.merchantId)
  if (!merchant.isActive || merchant.closingSince !== null || !merchant.sendsReminders) return false
  return !(await areRemindersStopped(tx, row.id))
}

/** Ends the reminders of an invoice, for the customer who has one of them. */
export const stopReminders = ({ db }: Pick<Deps, 'db'>, { id, merchantId }: InvoiceRow) =>
  inTransaction(db, async (tx) => {
    await insertStop(tx, id)
    await announce(tx, invoicesChanged, { merchantId })
  })

/** Sent to a merchant's customer before and after the due date of an unpaid invoice. */
export const reminderEmail = (
  publicUrl: string,
  invoice: {
    invoiceId: string
    shop: Shop
    amountDue: string
    currency: string
    description: string | null
    dueAt: Date
    isOverdue: boolean
    /** Proves that the reader got a reminder of this invoice. */
    stopToken: string
    language: Language
  },
): Email => {
  const { language, shop } = invoice
  const texts = textsOf(language)
  const amount = formatEmailAmount(invoice.amountDue, invoice.currency, language)
  const day = formatDay(invoice.dueAt, language)
  const url = `${publicUrl}/i/${encodeURIComponent(invoice.invoiceId)}`
  return renderEmail(
    {
      subject: texts.reminderSubject(shop.name, amount),
      heading: texts.reminderFrom(shop.name),
      shop,
      paragraphs: [invoice.isOverdue ? texts.wasDueOn(day) : texts.isDueOn(day), texts.anyWallet],
      figure: { name: texts.stillDue, amount },
      action: { label: texts.payInvoice, url, first: true },
      facts: [
        ...(invoice.description ? [[texts.description, shortenCustomerText(invoice.description)] satisfies Fact] : []),
        [texts.dueDate, day],
      ],
      closing: [
        texts.notExpected,
        [{ label: texts.stopReminders, url: `${url}/reminders/${encodeURIComponent(invoice.stopToken)}` }],
      ],
      publicUrl,
    },
    language,
  )
}
