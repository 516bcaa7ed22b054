import type { Output } from '@bitquay/contract/call'
import type { getInvoice } from '@bitquay/contract/invoices'
import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Transactions } from '../platform/db/types.ts'
import { presentPayment } from './present-invoice.ts'
import { readCountedPayments } from './queries.counted.ts'
import { type CustomerFigures, customerFigures } from './queries.customers.ts'
import type { ShownRow } from './queries.shown.ts'
import { listInvoicePayments } from './queries.ts'
import { countAttempts } from './table.attempts.ts'

type Details = Output<typeof getInvoice>

type Payment = Selectable<Transactions>

/** What a merchant sees of one invoice beside its row in the list. */
export const readInvoiceDetails = async (db: Db, row: ShownRow) => {
  const [payments, customer, openings, actions, emails] = await Promise.all([
    listInvoicePayments(db, row.invoiceId ?? ''),
    readCustomer(db, row),
    row.dueAt === null ? {} : readOpenings(db, row),
    listActions(db, row),
    readEmails(db, row),
  ])
  const counted = await readCountedPayments(db, payments)
  return {
    payments: payments.map((payment) => presentCharged(payment, counted.get(payment.id))),
    sums: addUp(payments.filter(({ booked }) => booked)),
    customer,
    mailedAt: row.mailedAt?.toISOString() ?? null,
    firstSeenAt: payments[0]?.seenAt.toISOString() ?? null,
    ...openings,
    ...emails,
    actions,
  } satisfies Partial<Details>
}

const readOpenings = async (db: Db, { id }: ShownRow) => {
  const { count, lastAt } = await countAttempts(db, id)
  return { timesOpened: count, lastOpenedAt: lastAt?.toISOString() ?? null }
}

const readEmails = async (
  db: Db,
  { id, customerEmail }: ShownRow,
): Promise<Pick<Details, 'emails' | 'remindersStoppedAt'>> => {
  if (customerEmail === null) return { emails: [], remindersStoppedAt: null }
  const { rows } = await sql<{ type: 'receipt' | 'reminder'; status: 'sent' | 'delayed'; at: Date }>`
    select type, case when is_delayed then 'delayed' else 'sent' end as status, coalesce(queued_at, next_at) as at
    from invoice_emails where invoice_ref = ${id} and (status = 'queued' or is_delayed) order by at limit 100`.execute(
    db,
  )
  const stopped = await sql<{ at: Date }>`
    select stopped_at as at from stopped_reminders where invoice_ref = ${id}`.execute(db)
  return {
    emails: rows.map(({ at, ...email }) => ({ ...email, at: at.toISOString() })),
    remindersStoppedAt: stopped.rows[0]?.at.toISOString() ?? null,
  }
}

const presentCharged = (payment: Payment, counted: Details['payments'][number]['counted']) => ({
  ...presentPayment(payment, counted),
  ...(payment.booked ? chargesOf(payment) : { feeUsd: null, netUsd: null }),
  confirmedAt: payment.confirmedAt?.toISOString() ?? null,
})

const chargesOf = ({ amountUsd, feeCents }: Payment) => ({
  feeUsd: fromCents(-(feeCents ?? 0n)),
  netUsd: fromCents(toCents(amountUsd ?? '0') - (feeCents ?? 0n)),
})

const addUp = (booked: readonly Payment[]): Details['sums'] => {
  if (booked.length === 0) return null
  const sumOf = <T>(values: readonly T[], of: (value: T) => bigint) =>
    values.reduce((sum, value) => sum + of(value), 0n)
  const grossSats = sumOf(booked, ({ amount }) => toSats(amount))
  const feeSats = sumOf(booked, ({ feeSats: sats }) => sats ?? 0n)
  const grossCents = sumOf(booked, ({ amountUsd }) => toCents(amountUsd ?? '0'))
  const feeCents = sumOf(booked, ({ feeCents: cents }) => cents ?? 0n)
  return {
    count: booked.length,
    grossBtc: fromSats(grossSats),
    grossUsd: fromCents(grossCents),
    feeBtc: fromSats(-feeSats),
    feeUsd: fromCents(-feeCents),
    netBtc: fromSats(grossSats - feeSats),
    netUsd: fromCents(grossCents - feeCents),
  }
}

const readCustomer = async (db: Db, { merchantId, customerEmail }: ShownRow): Promise<Details['customer']> => {
  if (customerEmail === null) return null
  const { rows } =
    await sql<CustomerFigures>`${customerFigures(merchantId, sql`${customerEmail.toLowerCase()}`)}`.execute(db)
  return rows[0] ? { invoices: Number(rows[0].invoices), receivedUsd: rows[0].receivedUsd } : null
}

type Action = Details['actions'][number]

const typeOfAct: Record<string, Action['type']> = {
  'invoice-resent': 'resent',
  'invoice-marked-settled': 'marked-settled',
  'invoice-marked-invalid': 'marked-invalid',
  'invoice-resolved': 'resolved',
  'invoice-canceled': 'canceled',
}

/** The newest hundred, oldest first. */
const listActions = async (db: Db, { merchantId, invoiceId }: ShownRow): Promise<Action[]> => {
  const { rows } = await sql<{ act: string; at: Date; by: string | null }>`
    ${planKept} select a.act, a.at, coalesce(a.actor_email, (
        select 'API key ' || k.name from api_keys k where a.actor_kind = 'api-key' and k.id = a.actor_id)) as by
    from act_log a
    where a.subject_kind = 'invoice' and a.subject_id = ${invoiceId} and a.merchant_id = ${merchantId}
      and a.act = any(${Object.keys(typeOfAct)}::text[])
    order by a.id desc limit 100`.execute(db)
  return rows.toReversed().flatMap(({ act, at, by }) => {
    const type = typeOfAct[act]
    return type ? [{ type, at: at.toISOString(), by }] : []
  })
}
