import { useNavigate } from 'react-router'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { pathTo } from '../../../frame/screens.ts'
import { shownApplications } from '../list.tsx'
import * as t from '../messages.ts'

const ApplicationsPage = () => {
  const list = useApplications()
  return (
    <Page title={t.pageTitle} actions={<DeclaredExport of={list} />}>
      <DeclaredList of={list} />
    </Page>
  )
}

/** A row opens on its own page, which has room for the whole review. */
const useApplications = () => {
  const { view, ...list } = useList(shownApplications)
  const navigate = useNavigate()
  const setOpen = (applicationId: string | undefined) => {
    if (applicationId !== undefined) void navigate(pathTo(portalPaths.admin.application, { applicationId }))
  }
  return { ...list, view: { ...view, open: undefined, setOpen } }
}

export default ApplicationsPage
