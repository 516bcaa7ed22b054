import type { Brand, ShopBrand } from '@bitquay/contract/brands'
import { adaptColor } from '@bitquay/contract/brands.color'
import { sql } from 'kysely'
import { findImage, imagePath } from '../images/index.ts'
import { findMailName, type Shop } from '../mail/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Row = {
  storeName: string
  name: string | null
  color: string | null
  logoHash: string | null
  supportContact: string | null
  phone: string | null
  street: string | null
  city: string | null
}

const readRow = async (db: Db | Tx, merchantId: number): Promise<Row> => {
  const { rows } = await sql<Row>`
    ${planKept} select m.store_name, m.phone, m.street, m.city, b.name, b.color, b.logo_hash, b.support_contact
    from merchants m left join brands b on b.merchant_id = m.id where m.id = ${merchantId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`merchant ${merchantId} does not exist`)
  return row
}

/** A shop as its customers see it: its name, and the rest as pages take it. */
export const readShop = async (db: Db | Tx, merchantId: number): Promise<{ storeName: string; brand: ShopBrand }> => {
  const row = await readRow(db, merchantId)
  return { storeName: row.name ?? row.storeName, brand: presentShop(row) }
}

const presentShop = (row: Row): ShopBrand => ({
  ...presentLook(row),
  phone: row.phone,
  place: [row.street, row.city].filter(Boolean).join(', ') || null,
})

const presentLook = ({ color, logoHash, supportContact }: Row) => ({
  color,
  logoUrl: logoHash === null ? null : imagePath(logoHash),
  supportContact,
})

/** The same for an email, where addresses are complete. */
export const readMailShop = async (db: Db | Tx, merchantId: number, publicUrl: string): Promise<Shop> => {
  const { storeName, brand } = await readShop(db, merchantId)
  return {
    name: await findMailName(db, merchantId, storeName),
    color: brand.color,
    logoUrl: brand.logoUrl === null ? null : `${publicUrl}${brand.logoUrl}`,
    // Only an address that a reader can write to. Emails under our name carry no link of a merchant's choice.
    supportEmail: brand.supportContact?.includes('://') ? null : brand.supportContact,
  }
}

/** The logo's bytes, for a PDF. */
export const readLogo = async (db: Db, { logoUrl }: ShopBrand): Promise<Buffer | undefined> =>
  logoUrl === null ? undefined : (await findImage(db, logoUrl))?.bytes

/** What a merchant set, and what becomes of it. */
export const readBrand = async (db: Db | Tx, merchantId: number): Promise<Brand> => {
  const row = await readRow(db, merchantId)
  const adapted = row.color === null ? undefined : adaptColor(row.color)
  return {
    ...presentLook(row),
    name: row.name,
    storeName: row.storeName,
    shownColor: adapted?.color ?? null,
    contrast: adapted ? Math.floor(adapted.contrast * 100) / 100 : null,
  }
}
