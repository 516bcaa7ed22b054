import type { Admin } from '@bitquay/contract/accounts.admins'
import type { ListedPerson } from '@bitquay/contract/merchants.people'
import type { FoundInvoice, FoundPerson, FoundTransaction } from '@bitquay/contract/search'
import type { Transaction } from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { type InvoiceRow, priceOf } from '../invoices/index.ts'

export const presentInvoice = (row: InvoiceRow): FoundInvoice => {
  if (row.state === null) throw new Error(`invoice ${row.id} has no state yet`)
  return {
    invoiceId: row.invoiceId ?? '',
    state: row.state,
    ...(row.overdueAt !== null && row.status === 'new' ? { overdue: true } : {}),
    amount: priceOf(row),
    currency: row.currency,
    description: row.description,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    orderId: orderIdOf(row.metadata),
    merchantId: null,
    merchantName: null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** A program may have set anything. */
const orderIdOf = (metadata: unknown): string | null => {
  const orderId = (metadata as Record<string, unknown> | null)?.orderId
  return typeof orderId === 'string' || typeof orderId === 'number' ? String(orderId) : null
}

export const presentTransaction = (row: Transaction): FoundTransaction => ({
  key: row.key,
  txid: row.id,
  type: row.type,
  status: row.status,
  purpose: row.purpose,
  amount: row.amount,
  amountUSD: row.amountUSD,
  paymentLinkId: row.paymentLinkId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  timestamp: row.timestamp,
  description: row.itemDescription ?? row.label,
  merchantName: null,
})

/** Amounts in the list of all stores have no sign. */
export const presentAdminTransaction = (row: AdminTransaction): FoundTransaction => {
  const sign = row.type === 'outgoing' ? '-' : ''
  return {
    key: String(row.id),
    txid: row.txid,
    type: row.type,
    status: row.status === 'pending' ? 'unconfirmed' : row.status,
    purpose: row.purpose,
    amount: `${sign}${row.amount}`,
    amountUSD: row.amountUSD === null ? null : `${sign}${row.amountUSD}`,
    paymentLinkId: null,
    customerName: null,
    customerEmail: null,
    timestamp: row.timestamp,
    description: row.description,
    merchantName: row.merchantName,
  }
}

export const presentListed = (person: ListedPerson): FoundPerson => ({
  kind: person.kind,
  id: person.personId,
  name: person.name,
  email: person.email,
  role: person.role,
  merchantName: person.storeName,
  status: person.status,
  twoFactorEnabled: person.twoFactorEnabled,
  lastSeenAt: person.lastSeenAt,
})

export const presentAdmin = ({ id, name, email, ...admin }: Admin): FoundPerson => ({
  ...{ kind: 'admin', id, name, email, role: null, merchantName: null },
  status: !admin.isActive
    ? 'inactive'
    : !admin.invited
      ? 'active'
      : admin.invitedUntil === null
        ? 'expired'
        : 'invited',
  twoFactorEnabled: admin.twoFactorEnabled,
  lastSeenAt: admin.lastSeenAt,
})
