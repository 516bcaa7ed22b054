import { Page } from '../../../frame/page.tsx'
import { StoreActivityList } from '../activity-list.tsx'
import * as t from '../messages.ts'

const StoreActivityPage = () => (
  <Page sentence={t.storeLead}>
    <StoreActivityList />
  </Page>
)

export default StoreActivityPage
