import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMove } from '../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../frame/list-surface/show-list.tsx'
import { useList } from '../../frame/list-surface/use-list.ts'
import { queryOf } from '../../lib/query-client.ts'
import { AdminDetailSheet } from './admin-detail-sheet.tsx'
import { chipsOf, shownOfAll, shownOfPurpose, shownOfStore } from './admin-list.tsx'

type AllTransactionsProps = {
  /** Only these. What is fixed here has no chip. */
  fixed?: { merchantId: number; purpose?: 'withdrawal' | 'sweep' }
  /** Draws the frame around the list, with its export at the head. */
  children: (list: ReactNode, exporting: ReactNode) => ReactNode
}

/** The transactions of all stores, or of one. */
export const AllTransactions = ({ fixed, children }: AllTransactionsProps) => {
  const list = useList(fixed?.purpose ? shownOfPurpose : fixed ? shownOfStore : shownOfAll, undefined, fixed)
  const { view, rows = [] } = list
  const { data: stores = [] } = useQuery({ ...queryOf(listStores, { query: {} }), enabled: !fixed })
  const open = rows.find(({ id }) => String(id) === view.open)
  const chips = Object.entries(chipsOf(stores)).filter(([name]) => !(fixed && name in fixed))
  return (
    <>
      {children(<DeclaredList of={list} chips={Object.fromEntries(chips)} />, <DeclaredExport of={list} />)}
      {open && (
        <AdminDetailSheet
          transaction={open}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(
            rows.map(({ id }) => String(id)),
            String(open.id),
            view.setOpen,
          )}
        />
      )}
    </>
  )
}
