import { mostFound, type SearchResults } from '@bitquay/contract/search'
import { findAdmins } from '../accounts/index.ts'
import { applications } from '../applications/index.ts'
import type { Deps } from '../deps.ts'
import { allTransactions, transactions as history } from '../history/index.ts'
import { findAllInvoices, findCustomers, type InvoiceRow, listInvoices, longestWords } from '../invoices/index.ts'
import { merchants, people } from '../merchants/index.ts'
import { findPartnerMerchants, findPartners } from '../partners/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Person } from '../platform/http/person.ts'
import { findPromoCodes } from '../promo-codes/index.ts'
import {
  presentAdmin,
  presentAdminTransaction,
  presentInvoice,
  presentListed,
  presentTransaction,
} from './present-found.ts'

type SearchDeps = Pick<Deps, 'db' | 'invoiceNeighbors'>

/** Finds only what the person could also find in the lists of their own portal. */
export const findForPerson = async (deps: SearchDeps, person: Person, search: string): Promise<SearchResults> => {
  switch (person.kind) {
    case 'merchant':
    case 'merchant-user':
      return { ...nothing, ...(await findForMerchant(deps, person.merchantId, search)) }
    case 'partner':
      return { ...nothing, ...(await findForPartner(deps.db, person.id, search)) }
    case 'admin':
      return { ...nothing, ...(await findForAdmin(deps.db, person.id, search)) }
  }
}

const nothing: SearchResults = {
  ...{ invoices: [], transactions: [], customers: [], merchants: [], applications: [] },
  ...{ people: [], partners: [], promoCodes: [] },
}

const page = { limit: mostFound, cursor: undefined }

/** Someone who types a word that so many rows have will type another one. */
const first = { ...page, mostMatches: 1_000 }

/** Only a Lightning invoice is so long, and only an invoice is found by it. */
const isTooLong = (search: string) => search.length > longestWords

const findForMerchant = async (deps: SearchDeps, merchantId: number, search: string) => {
  if (isTooLong(search)) {
    const { rows } = await listInvoices(deps, merchantId, { search }, first)
    return { invoices: rows.map((row) => presentInvoice(row)) }
  }
  const [invoices, transactions, customers] = await Promise.all([
    listInvoices(deps, merchantId, { search }, first),
    history.show(deps.db, merchantId, { search }, page, { isBrief: true }),
    findCustomers(deps.db, merchantId, search, first),
  ])
  return {
    invoices: invoices.rows.map((row) => presentInvoice(row)),
    transactions: transactions.rows.map(presentTransaction),
    customers: customers.map((customer) => ({ ...customer, invoices: Number(customer.invoices) })),
  }
}

const findForPartner = async (db: Db, partnerId: number, search: string) => {
  if (isTooLong(search)) return {}
  const found = await findPartnerMerchants(db, partnerId, search, mostFound)
  return { merchants: found.map((merchant) => ({ ...merchant, email: null, isActive: null })) }
}

const findForAdmin = async (db: Db, adminId: number, search: string) => {
  if (isTooLong(search)) return { invoices: (await findAllInvoices(db, search, first)).map(presentOfStore) }
  const [stores, persons, admins, partners, codes, applied, transactions, invoices] = await Promise.all([
    merchants.show(db, undefined, { search }, first),
    people.show(db, undefined, { search }, first),
    findAdmins(db, search, adminId),
    findPartners(db, search, mostFound),
    findPromoCodes(db, search, mostFound),
    applications.show(db, undefined, { search }, first),
    allTransactions.show(db, undefined, { search }, page),
    findAllInvoices(db, search, first),
  ])
  return {
    merchants: stores.rows.map(({ id, storeName, email, isActive }) => ({ id, storeName, email, isActive })),
    people: [...admins.map(presentAdmin), ...persons.rows.map(presentListed)].slice(0, mostFound),
    partners,
    promoCodes: codes.map(({ id, code, description, state, expiresAt }) => ({
      id,
      code,
      description,
      state,
      expiresAt,
    })),
    applications: applied.rows.map(({ id, businessName, contactName, status, createdAt }) => ({
      id,
      businessName,
      contactName,
      status,
      createdAt,
    })),
    transactions: transactions.rows.map(presentAdminTransaction),
    invoices: invoices.map(presentOfStore),
  }
}

/** Admins see no customers in their lists either. */
const presentOfStore = ({ storeName, ...row }: InvoiceRow & { storeName: string }) => ({
  ...presentInvoice(row),
  customerName: null,
  customerEmail: null,
  merchantId: row.merchantId,
  merchantName: storeName,
})
