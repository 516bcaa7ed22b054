import { decimalsOf, findUnits, fromCents, fromUnits } from '@bitquay/contract/money'
import type { TillDevice as ShownDevice, Till } from '@bitquay/contract/tills'
import type { PosState, Sale } from '@bitquay/contract/tills.pos'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { type InvoiceRow, presentInvoice, presentSavedOptions } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Tills } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { findPrice } from '../prices/index.ts'
import { listCatalog, presentItems, taxOf } from './queries.items.ts'
import { findOpenShift, listShifts } from './queries.shifts.ts'
import type { DeviceRow } from './table.devices.ts'
import type { SaleLine, SaleRow } from './table.sales.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type TillRow = Selectable<Tills>

export const listTills = async (db: Db | Tx, merchantId: number, publicUrl: string): Promise<Till[]> => {
  const tills = await db.selectFrom('tills').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
  return presentTills(db, tills, publicUrl)
}

export const getTill = async (db: Db | Tx, merchantId: number, id: number, publicUrl: string): Promise<Till> => {
  const tills = await db
    .selectFrom('tills')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
  const [till] = await presentTills(db, tills, publicUrl)
  if (!till) throw new ApiError('not-found')
  return till
}

const presentTills = async (db: Db | Tx, tills: readonly TillRow[], publicUrl: string): Promise<Till[]> => {
  const [first] = tills
  if (!first) return []
  const ids = tills.map(({ id }) => id)
  const catalog = await listCatalog(db, first.merchantId)
  const { rows: devices } = await sql<DeviceRow & { status: ShownDevice['status'] }>`
    select d.*, ${deviceStatus} as status from till_devices d
    where d.till_id = any(${ids}) and (d.revoked_at is null or d.revoked_at > app_now() - interval '30 days')
      and (d.bound_at is not null or d.link_expires_at > app_now() - interval '1 day')
    order by d.id`.execute(db)
  const sums = await readToday(db, sql`s.till_id = any(${ids})`, undefined)
  const cashiers = await listCashiers(db, ids)
  const shifts = await listShifts(db, ids)
  return tills.map((till) => ({
    id: till.id,
    slug: till.slug,
    url: `${publicUrl}/pos/${till.slug}`,
    name: till.name,
    currency: till.currency,
    tips: till.tips,
    isActive: till.isActive,
    pricesIncludeTax: till.pricesIncludeTax,
    keypadTaxRateId: till.keypadTaxRateId,
    receiptFooter: till.receiptFooter,
    items: presentItems(catalog, till.currency),
    devices: devices.filter(({ tillId }) => tillId === till.id).map(presentDevice),
    cashiers: cashiers.filter(({ tillId }) => tillId === till.id).map(({ id, name }) => ({ id, name })),
    shifts: shifts.filter(({ tillId }) => tillId === till.id).map(({ shift }) => shift),
    today: presentToday(
      sums.find(({ tillId }) => tillId === till.id),
      till.currency,
    ),
    createdAt: till.createdAt.toISOString(),
    ...presentSavedOptions(till),
  }))
}

const deviceStatus = sql`case
  when d.revoked_at is not null then 'revoked' when d.bound_at is not null then 'active'
  when d.link_expires_at <= app_now() then 'expired' else 'waiting' end`

const listCashiers = (db: Db | Tx, tillIds: readonly number[]) =>
  db
    .selectFrom('tillCashiers')
    .select(['id', 'name', 'tillId'])
    .where('tillId', 'in', [...tillIds])
    .where('removedAt', 'is', null)
    .orderBy('name')
    .execute()

const presentDevice = (device: DeviceRow & { status: ShownDevice['status'] }): ShownDevice => ({
  id: device.id,
  name: device.name,
  status: device.status,
  linkExpiresAt: device.linkExpiresAt.toISOString(),
  boundAt: device.boundAt?.toISOString() ?? null,
  lastUsedAt: device.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: device.lastUsedFrom,
  createdBy: device.createdBy,
  dailyRefundLimitUsd: device.dailyRefundLimitUsd,
  refundsLocked: device.refundsLockedAt !== null,
})

export const getDevice = async (tx: Tx, merchantId: number, id: number): Promise<ShownDevice> => {
  const { rows } = await sql<DeviceRow & { status: ShownDevice['status'] }>`
    select d.*, ${deviceStatus} as status from till_devices d
    where d.merchant_id = ${merchantId} and d.id = ${id}`.execute(tx)
  if (!rows[0]) throw new ApiError('not-found')
  return presentDevice(rows[0])
}

type Today = { tillId: number; sales: bigint; total: string; tips: string }

/** Paid sales since midnight. */
const readToday = async (db: Db | Tx, scope: RawBuilder<unknown>, tz: string | undefined): Promise<Today[]> => {
  const zone = tz ?? 'UTC'
  const { rows } = await sql<Today>`
    select s.till_id, count(*) as sales, sum(s.total) as total, sum(s.tip) as tips
    from till_sales s join invoices i on i.id = s.invoice_ref
    where ${scope} and i.state in ('paid', 'overpaid', 'paid-late')
      and s.created_at >= (date_trunc('day', app_now() at time zone ${zone}) at time zone ${zone})
    group by s.till_id`.execute(db)
  return rows
}

const presentToday = (today: Today | undefined, currency: string) => ({
  sales: Number(today?.sales ?? 0n),
  total: trimToCurrency(today?.total ?? '0', currency),
  tips: trimToCurrency(today?.tips ?? '0', currency),
})

/** The till as its devices see it. */
export const readTill = async (db: Db, tillId: number): Promise<PosState['till']> => {
  const till = await db
    .selectFrom('tills')
    .selectAll()
    .select(taxOf(sql`tills.keypad_tax_rate_id`).as('keypadTax'))
    .where('id', '=', tillId)
    .executeTakeFirstOrThrow()
  const { slug, name, currency, tips, pricesIncludeTax, keypadTax, receiptFooter } = till
  const items = presentItems(await listCatalog(db, till.merchantId), currency)
  return { slug, name, currency, tips, pricesIncludeTax, keypadTax, receiptFooter, items }
}

/** The options of a till's invoices. Its devices don't see them. */
export const readTillOptions = async (db: Db, tillId: number): Promise<object> => {
  const till = await db.selectFrom('tills').select('options').where('id', '=', tillId).executeTakeFirstOrThrow()
  return { ...(till.options as object) }
}

const mostSales = 20

/** Everything that a device shows: its till, and its own sales. */
export const readPosState = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  device: TillDevice,
  tz: string | undefined,
): Promise<PosState> => {
  const till = await readTill(db, device.tillId)
  const [today] = await readToday(db, sql`s.device_id = ${device.id}`, tz)
  const { rows: sales } = await sql<SaleRow>`
    select s.* from till_sales s
    where s.device_id = ${device.id} and s.created_at > app_now() - interval '1 day'
      and (s.invoice_ref is not null or s.created_at > app_now() - interval '15 minutes')
    order by s.created_at desc limit ${mostSales}`.execute(db)
  const { cents } = await findPrice(db)
  const shop = await readShop(db, device.merchantId)
  return {
    storeName: shop.storeName,
    logoUrl: shop.brand.logoUrl,
    customerLanguage: await readCustomerLanguage(db, device.tillId),
    till,
    device: { name: device.name, refundsLocked: await readLock(db, device.id) },
    cashiers: (await listCashiers(db, [device.tillId])).map(({ id, name }) => ({ id, name })),
    shift: await findOpenShift(db, device.id),
    today: presentToday(today, till.currency),
    sales: await presentSales(db, sales, config.publicUrl),
    rate: till.currency === 'USD' ? fromCents(cents) : null,
    now: await readNow(db),
  }
}

/** Finds a sale of this device. Those of other devices aren't found. */
export const getSale = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  device: TillDevice,
  saleKey: string,
): Promise<Sale> => {
  const { rows } = await sql<SaleRow>`
    select s.* from till_sales s
    where s.till_id = ${device.tillId} and s.device_id = ${device.id} and s.sale_key = ${saleKey}`.execute(db)
  const [sale] = await presentSales(db, rows, config.publicUrl)
  if (!sale) throw new ApiError('not-found')
  return sale
}

const readCustomerLanguage = async (db: Db, tillId: number) => {
  const { rows } = await sql<{ invoice: string | null; merchant: string }>`
    select t.options ->> 'language' as invoice, m.default_language as merchant
    from tills t join merchants m on m.id = t.merchant_id where t.id = ${tillId}`.execute(db)
  return chooseLanguage({ ...rows[0] })
}

const readLock = async (db: Db, deviceId: number) => {
  const row = await db
    .selectFrom('tillDevices')
    .select('refundsLockedAt')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return row.refundsLockedAt !== null
}

export const findInvoiceOfSale = async (db: Db, { invoiceRef }: SaleRow): Promise<InvoiceRow | undefined> =>
  invoiceRef === null
    ? undefined
    : db.selectFrom('invoices').selectAll().where('id', '=', invoiceRef).executeTakeFirst()

const readNow = async (db: Db) => {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  return (rows[0]?.now ?? new Date()).toISOString()
}

const presentSales = async (db: Db, sales: readonly SaleRow[], publicUrl: string): Promise<Sale[]> => {
  const refs = sales.flatMap(({ invoiceRef }) => (invoiceRef === null ? [] : [invoiceRef]))
  const invoices =
    refs.length === 0 ? [] : await db.selectFrom('invoices').selectAll().where('id', 'in', refs).execute()
  const names = invoices.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))
  const { rows: payments } = await sql<{ invoiceId: string; method: 'on-chain' | 'lightning' }>`
    select invoice_id, method from transactions
    where invoice_id = any(${names}) and type = 'incoming' and status <> 'failed' order by id`.execute(db)
  const now = await readNow(db)
  return sales.map((sale) => {
    const invoice = invoices.find(({ id }) => id === sale.invoiceRef)
    const paidBy = payments.findLast(({ invoiceId }) => invoiceId === invoice?.invoiceId)?.method ?? null
    return { ...presentSale(sale, invoice, publicUrl), paidBy, now }
  })
}

const presentSale = (
  sale: SaleRow,
  invoice: InvoiceRow | undefined,
  publicUrl: string,
): Omit<Sale, 'paidBy' | 'now'> => {
  const { currency } = sale
  const shown = invoice?.invoiceId ? presentInvoice(invoice, publicUrl) : undefined
  return {
    saleId: sale.saleKey,
    status: statusOf(sale, invoice),
    currency,
    lines: sale.lines.map(({ name, choices = [], price, quantity }: SaleLine) => ({
      name,
      choices,
      price: trimToCurrency(price, currency),
      quantity,
    })),
    subtotal: trimToCurrency(sale.subtotal, currency),
    discount: trimToCurrency(sale.discount, currency),
    tax: trimToCurrency(sale.tax, currency),
    taxes: sumTaxes(sale.lines, currency),
    pricesIncludeTax: sale.pricesIncludeTax,
    tip: trimToCurrency(sale.tip, currency),
    total: trimToCurrency(sale.total, currency),
    note: sale.note,
    createdAt: sale.createdAt.toISOString(),
    paidAt: shown?.paidAt ?? null,
    invoiceId: shown?.invoiceId ?? null,
    amountBtc: shown?.amountBtc ?? null,
    dueBtc: shown?.dueBtc ?? null,
    qrCodeData: shown?.qrCodeData ?? null,
    lightningInvoice: shown?.lightningInvoice ?? null,
    expiresAt: shown?.expiresAt ?? null,
    checkoutLink: shown?.checkoutLink ?? null,
  }
}

/** The tax of a sale by rate, in the order of its lines. */
export const sumTaxes = (lines: readonly SaleLine[], currency: string): Sale['taxes'] => {
  const decimals = decimalsOf(currency)
  const sums = new Map<string, { name: string; percent: string; units: bigint }>()
  for (const { tax } of lines) {
    if (!tax) continue
    const key = `${tax.percent} ${tax.name}`
    const units = (sums.get(key)?.units ?? 0n) + (findUnits(tax.amount, decimals) ?? 0n)
    sums.set(key, { name: tax.name, percent: tax.percent, units })
  }
  return [...sums.values()].map(({ units, ...rate }) => ({ ...rate, amount: fromUnits(units, decimals) }))
}

/** A payment outweighs a cancellation: whatever the cashier did, the customer has paid. */
const statusOf = ({ canceledAt }: SaleRow, invoice: InvoiceRow | undefined): Sale['status'] => {
  const status = invoiceStatusOf(invoice)
  const isUnpaid = status === 'creating' || status === 'waiting' || status === 'expired'
  return isUnpaid && canceledAt !== null ? 'canceled' : status
}

const invoiceStatusOf = (invoice: InvoiceRow | undefined): Sale['status'] => {
  if (!invoice || invoice.status === 'creating') return 'creating'
  if (invoice.state === 'unpaid') return 'waiting'
  if (invoice.state === 'overpaid') return 'paid'
  return invoice.state ?? 'invalid'
}
