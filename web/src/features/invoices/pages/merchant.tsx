import { Plus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { SyncAge } from '../../../frame/sync-age.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { StoreAlarm, useNoInvoices } from '../../status/index.ts'
import { CreateInvoiceSheet } from '../create-invoice-sheet.tsx'
import { InvoiceSheet } from '../invoice-sheet.tsx'
import { shownInvoices } from '../list.tsx'
import * as t from '../messages.ts'

/** The list first. Creating one and looking at one happen in a sheet beside it. */
const InvoicesPage = () => {
  const list = useOpenList()
  const { view, rows = [] } = list
  const noInvoices = useNoInvoices()
  const create = (
    <Button
      variant="signal"
      disabled={noInvoices !== undefined}
      title={noInvoices}
      icon={<Plus className="ico" aria-hidden="true" />}
      onClick={() => view.setCreating(true)}
    >
      {t.createInvoice}
    </Button>
  )
  return (
    <Page
      title={t.invoices}
      alarm={<StoreAlarm />}
      actions={
        <>
          <DeclaredExport of={list} />
          {create}
        </>
      }
    >
      <DeclaredList
        of={list}
        notice={<SyncAge />}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} actions={create} />}
      />
      {view.open && (
        <InvoiceSheet
          invoiceId={view.open}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(
            rows.map(({ invoiceId }) => invoiceId),
            view.open,
            view.setOpen,
          )}
        />
      )}
      {view.creating && <CreateInvoiceSheet onClose={() => view.setCreating(false)} />}
    </Page>
  )
}

/** A link to one invoice names it in its path. From there on the address of the list says which one is open. */
const useOpenList = () => {
  const list = useList(shownInvoices)
  const { invoiceId } = useParams()
  const navigate = useNavigate()
  if (!invoiceId) return list
  const view = {
    ...list.view,
    open: invoiceId,
    setOpen: (key: string | undefined) =>
      void navigate(`${portalPaths.merchant.invoices}${key ? `?open=${encodeURIComponent(key)}` : ''}`),
    setCreating: (creating: boolean) => void navigate(`${portalPaths.merchant.invoices}${creating ? '?create' : ''}`),
  }
  return { ...list, view }
}

export default InvoicesPage
