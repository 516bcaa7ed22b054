import { StatusCard } from '../../../features/status/status-card.tsx'
import { Blank } from '../../../ui/blank.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../page.tsx'

export const AdminDashboardPage = () => (
  <Page title="Platform Dashboard" tab="Dashboard" sentence="What the platform does right now.">
    <StatusCard />
    <Card title="Recent Transactions" bare>
      <Blank
        card={false}
        scene="berths"
        title="No transactions yet"
        sentence="Transactions of all stores will appear here"
      />
    </Card>
  </Page>
)
