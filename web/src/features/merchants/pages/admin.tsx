import { Plus } from 'lucide-react'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { shownMerchants } from '../list.tsx'
import { MerchantSheet } from '../merchant-sheet.tsx'
import * as t from '../messages.ts'
import { NewMerchantDialog } from '../new-merchant-dialog.tsx'

/** The list first. One merchant is shown in a sheet beside it. */
const MerchantsPage = () => {
  const list = useList(shownMerchants)
  const { view } = list
  const keys = list.pages.data?.pages.flatMap(({ rows }) => rows.map(({ id }) => String(id))) ?? []
  const create = (
    <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => view.setCreating(true)}>
      {t.createMerchant}
    </Button>
  )
  return (
    <Page
      actions={
        <>
          <DeclaredExport of={list} />
          {create}
        </>
      }
    >
      <DeclaredList
        of={list}
        empty={<EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} actions={create} />}
      />
      {view.open && /^[1-9]\d{0,8}$/.test(view.open) && (
        <MerchantSheet
          id={Number(view.open)}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(keys, view.open, view.setOpen)}
        />
      )}
      <NewMerchantDialog form="management" open={view.creating} onOpenChange={view.setCreating} />
    </Page>
  )
}

export default MerchantsPage
