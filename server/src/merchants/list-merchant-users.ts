import type { MerchantUser } from '@bitquay/contract/merchant-users'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = Omit<MerchantUser, 'createdAt'> & { createdAt: Date }

const columns = sql`u.id, u.merchant_id, u.name, u.email::text as email, u.role, u.is_active, u.two_factor_enabled, u.created_at`

export const listMerchantUsers = async (db: Db, merchantId: number): Promise<MerchantUser[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from merchant_users u where u.merchant_id = ${merchantId} order by u.id`.execute(db)
  return rows.map(present)
}

export const findMerchantUser = async (db: Db, id: number): Promise<MerchantUser | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from merchant_users u where u.id = ${id}`.execute(db)
  return rows.map(present)[0]
}

const present = (row: Row): MerchantUser => ({ ...row, createdAt: row.createdAt.toISOString() })
