import { Page } from '../../../frame/page.tsx'
import { StoreActivityList } from '../activity-list.tsx'

const StoreActivityPage = () => (
  <Page sentence="What your team and your API keys did, when, and from where.">
    <StoreActivityList />
  </Page>
)

export default StoreActivityPage
