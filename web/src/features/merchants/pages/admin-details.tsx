import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { ArrowLeft, Power } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { pathTo } from '../../../frame/screens.ts'
import { UnreadPage } from '../../../frame/unread-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MenuItem } from '../../../ui/list-surface/menu.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { AccountCareMenu, MerchantChangeNotice } from '../../account-care/index.ts'
import { AuditLog } from '../../audit-log/index.ts'
import { AllTransactions } from '../../transactions/index.ts'
import { MerchantActivation } from '../merchant-activation.tsx'
import { MerchantEngine } from '../merchant-engine.tsx'
import { MerchantFees, MerchantFeesOwed } from '../merchant-fees.tsx'
import { MerchantNames } from '../merchant-names.tsx'
import { MerchantOverview } from '../merchant-overview.tsx'
import { MerchantState } from '../merchant-state.tsx'
import * as t from '../messages.ts'
import { PeopleList } from '../people-list.tsx'
import { useMerchant } from '../use-merchants.ts'

const tabs = ['overview', 'transactions', 'payouts', 'fees', 'people', 'btcpay', 'activity'] as const
type Tab = (typeof tabs)[number]

const tabNames: Record<Tab, string> = {
  overview: t.overview,
  transactions: t.transactions,
  payouts: t.payouts,
  fees: t.fees,
  people: t.people,
  btcpay: t.btcpay,
  activity: t.activity,
}

const MerchantPage = () => {
  const { merchantId = '', tab = 'overview' } = useParams()
  const shown = tabs.find((name) => name === tab)
  return shown && /^[1-9]\d{0,8}$/.test(merchantId) ? <OneMerchant id={Number(merchantId)} tab={shown} /> : <Missing />
}

const OneMerchant = ({ id, tab }: { id: number; tab: Tab }) => {
  const query = useMerchant(id)
  const { data: merchant, error } = query
  if (!merchant) {
    if (error instanceof ApiError && error.status === 404) return <Missing />
    const failed = { title: t.notLoadedTitle, sentence: t.notLoaded }
    return <UnreadPage title={t.merchant} failed={failed} query={query} />
  }
  return <Parts key={tab} merchant={merchant} tab={tab} />
}

type PartsProps = { merchant: MerchantDetail; tab: Tab }

/** What the tab shows. A list brings its export, and what can be created, to the head of the page. */
const Parts = ({ merchant, tab }: PartsProps) => {
  const frame = (parts: ReactNode, actions?: ReactNode) => (
    <Frame merchant={merchant} tab={tab} actions={actions}>
      {parts}
    </Frame>
  )
  const fixed = { merchantId: merchant.id }
  switch (tab) {
    case 'overview':
      return frame(<MerchantOverview merchant={merchant} />)
    case 'transactions':
      return <AllTransactions fixed={fixed}>{frame}</AllTransactions>
    case 'payouts':
      return <AllTransactions fixed={{ ...fixed, purpose: 'withdrawal' }}>{frame}</AllTransactions>
    case 'fees':
      return (
        <AllTransactions fixed={{ ...fixed, purpose: 'sweep' }}>
          {(list, exporting) =>
            frame(
              <>
                <MerchantFees merchant={merchant} span={6} />
                <MerchantFeesOwed merchant={merchant} />
                {list}
              </>,
              exporting,
            )
          }
        </AllTransactions>
      )
    case 'people':
      return <PeopleList fixed={fixed}>{frame}</PeopleList>
    case 'btcpay':
      return frame(
        <>
          <MerchantEngine merchant={merchant} />
          <MerchantNames merchant={merchant} />
        </>,
      )
    case 'activity':
      return <AuditLog fixed={fixed}>{frame}</AuditLog>
  }
}

const Frame = ({ merchant, tab, actions, children }: PartsProps & { actions: ReactNode; children: ReactNode }) => {
  const [isAsked, setAsked] = useState(false)
  const to = (name: Tab) =>
    name === 'overview'
      ? pathTo(portalPaths.admin.merchant, { merchantId: merchant.id })
      : pathTo(portalPaths.admin.merchantTab, { merchantId: merchant.id, tab: name })
  return (
    <Page
      title={merchant.storeName}
      sentence={
        <span className="cluster gap-2">
          {t.emailAndSince({ email: merchant.email, date: formatDate(merchant.createdAt) })}
          <MerchantState merchant={merchant} />
        </span>
      }
      actions={
        <>
          <Back />
          <AccountCareMenu merchant={merchant}>
            <MenuItem icon={<Power className="ico" aria-hidden="true" />} onSelect={() => setAsked(true)}>
              {merchant.isActive ? t.deactivate : t.activate}
            </MenuItem>
          </AccountCareMenu>
          {actions}
        </>
      }
    >
      <PageTabs
        label={t.parts}
        tabs={tabs.map((name) => ({
          name: tabNames[name],
          to: to(name),
          current: name === tab,
          ...(name === 'people' && { count: merchant.users.length + 1 }),
        }))}
      />
      <MerchantChangeNotice id={merchant.id} />
      {children}
      {isAsked && <MerchantActivation merchant={merchant} onClose={() => setAsked(false)} />}
    </Page>
  )
}

const Back = () => (
  <ButtonLink to={portalPaths.admin.merchants} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    {t.back}
  </ButtonLink>
)

const Missing = () => (
  <Page title={t.merchant}>
    <EmptyState scene="berths" title={t.notFound} actions={<Back />} />
  </Page>
)

export default MerchantPage
