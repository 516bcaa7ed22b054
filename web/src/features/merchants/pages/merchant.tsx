import { RefreshCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { FeeCard } from '../../fees/index.ts'
import { AccountCard } from '../account-card.tsx'
import { AccountStatusCard } from '../account-status-card.tsx'
import { DeveloperTab } from '../developer-tab.tsx'
import { EmailsCard } from '../emails-card.tsx'
import { useSettings } from '../use-settings.ts'

const tabs = [
  { value: 'account', text: 'Account' },
  { value: 'developer', text: 'Developer' },
] as const

/** Keys and endpoints are for those who may also change the rest. */
const MerchantSettingsPage = () => {
  const [params, setParams] = useSearchParams()
  const isManager = useUser().role !== 'user'
  const tab = isManager && params.get('tab') === 'developer' ? 'developer' : 'account'
  return (
    <Page
      sentence="Your business as customers and we know it."
      actions={
        isManager && (
          <Segmented
            label="Part of the settings"
            options={tabs}
            value={tab}
            onChange={(value) => setParams(value === 'account' ? {} : { tab: value }, { replace: true })}
          />
        )
      }
    >
      {tab === 'developer' ? <DeveloperTab /> : <AccountTab />}
    </Page>
  )
}

const AccountTab = () => {
  const { data: settings, error, refetch } = useSettings()
  const { twoFactorEnabled } = useUser()
  return (
    <>
      {settings ? (
        <>
          <AccountCard settings={settings} />
          <AccountStatusCard settings={settings} twoFactorEnabled={twoFactorEnabled} />
        </>
      ) : error ? (
        <EmptyState
          scene="mooring"
          title="Unable to load your account"
          sentence="Your money is not affected. We could not read your settings."
          actions={
            <Button
              variant="signal"
              icon={<RefreshCw className="ico" aria-hidden="true" />}
              onClick={() => void refetch()}
            >
              Try Again
            </Button>
          }
          code={error instanceof ApiError && error.requestId ? `request ${error.requestId}` : undefined}
        />
      ) : (
        <>
          <Card title="Business" span={7}>
            <SkeletonLines lines={6} />
          </Card>
          <Card title="Account Status" span={5}>
            <SkeletonLines lines={4} />
          </Card>
        </>
      )}
      <FeeCard markupPercent={settings?.markupFeePercent} nextMarkup={settings?.nextMarkup} />
      {settings && <EmailsCard settings={settings} />}
    </>
  )
}

export default MerchantSettingsPage
