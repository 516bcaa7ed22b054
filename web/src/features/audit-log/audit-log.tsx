import { listActNames } from '@bitquay/contract/audit-log'
import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeclaredExport, DeclaredList } from '../../frame/list-surface/show-list.tsx'
import { useList } from '../../frame/list-surface/use-list.ts'
import { queryOf } from '../../lib/query-client.ts'
import { auditLogChips, shownAuditLog } from './list.tsx'

type AuditLogProps = {
  /** Only what was done in this store. */
  fixed?: { merchantId: number }
  /** Draws the frame around the list, with its export at the head. */
  children: (list: ReactNode, exporting: ReactNode) => ReactNode
}

/** What everyone did, on the platform and in all stores, or in one store. */
export const AuditLog = ({ fixed, children }: AuditLogProps) => {
  const list = useList(shownAuditLog, undefined, fixed)
  const { data: acts = [] } = useQuery(queryOf(listActNames))
  const { data: stores = [] } = useQuery({ ...queryOf(listStores, { query: {} }), enabled: !fixed })
  const { merchantId, ...chips } = auditLogChips(acts, stores)
  return children(
    <DeclaredList of={list} chips={fixed ? chips : { ...chips, merchantId }} />,
    <DeclaredExport of={list} />,
  )
}
