import { StatusCard } from '../../../features/status/status-card.tsx'
import { formatShare } from '../../../lib/format-number.ts'
import { useUser } from '../../../lib/session.ts'
import { Tag } from '../../../ui/badge.tsx'
import { Blank } from '../../../ui/blank.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../page.tsx'

export const PartnerDashboardPage = () => {
  const { name, sharePercentage } = useUser()
  return (
    <Page
      title={`Welcome back, ${name}`}
      tab="Dashboard"
      sentence="Your part of the fees on every merchant payment."
      actions={sharePercentage === undefined ? undefined : <Tag>{formatShare(sharePercentage)} share</Tag>}
    >
      <StatusCard />
      <Card title="Revenue breakdown" bare>
        <Blank
          card={false}
          scene="berths"
          title="No transactions yet"
          sentence="Your share of each payment will appear here"
        />
      </Card>
    </Page>
  )
}
