import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { shownStoreActivity } from '../list.tsx'
import * as t from '../messages.ts'

/** The server refuses the list to people with the role user, so they learn who can see it. */
const StoreActivityPage = () => (useUser().role === 'user' ? <ManagersOnly /> : <StoreActivity />)

const ManagersOnly = () => (
  <Page>
    <EmptyState scene="none" title={t.managersOnlyTitle} sentence={t.managersOnly} />
  </Page>
)

const StoreActivity = () => {
  const list = useList(shownStoreActivity)
  return (
    <Page sentence={t.storeLead} actions={<DeclaredExport of={list} />}>
      <DeclaredList of={list} />
    </Page>
  )
}

export default StoreActivityPage
