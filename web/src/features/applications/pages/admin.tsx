import { Page } from '../../../frame/page.tsx'
import { ApplicationList } from '../application-list.tsx'
import * as t from '../messages.ts'

const ApplicationsPage = () => (
  <Page title={t.pageTitle}>
    <ApplicationList />
  </Page>
)

export default ApplicationsPage
