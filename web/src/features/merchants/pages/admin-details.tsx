import { ArrowLeft, Power } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { UnreadPage } from '../../../frame/unread-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AccountCareMenu, MerchantChangeNotice } from '../../account-care/index.ts'
import { InvitationDialog } from '../../accounts/index.ts'
import { MerchantAccount } from '../merchant-account.tsx'
import { MerchantActivation } from '../merchant-activation.tsx'
import { MerchantActions, MerchantActivity } from '../merchant-activity.tsx'
import { MerchantEngine } from '../merchant-engine.tsx'
import { MerchantFees } from '../merchant-fees.tsx'
import { MerchantMoney } from '../merchant-money.tsx'
import { MerchantNameReview } from '../merchant-name-review.tsx'
import { MerchantNames } from '../merchant-names.tsx'
import { MerchantPeople } from '../merchant-people.tsx'
import * as t from '../messages.ts'
import { useMerchant } from '../use-merchants.ts'

const MerchantPage = () => {
  const { merchantId = '' } = useParams()
  return /^[1-9]\d{0,8}$/.test(merchantId) ? <OneMerchant id={Number(merchantId)} /> : <Missing />
}

type Asked = 'activation' | 'invitation'

const OneMerchant = ({ id }: { id: number }) => {
  const query = useMerchant(id)
  const { data: merchant, error } = query
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  if (!merchant) {
    if (error instanceof ApiError && error.status === 404) return <Missing />
    const failed = { title: t.notLoadedTitle, sentence: t.notLoaded }
    return <UnreadPage title={t.merchant} failed={failed} query={query} />
  }
  const owner = { kind: 'merchant', id } as const
  return (
    <Page
      title={merchant.storeName}
      sentence={merchant.email}
      actions={
        <>
          <Back />
          <AccountCareMenu merchant={merchant} />
          {merchant.erasedAt === null && (
            <Button
              variant={merchant.isActive ? 'line' : 'signal'}
              icon={<Power className="ico" aria-hidden="true" />}
              onClick={() => setAsked('activation')}
            >
              {merchant.isActive ? t.deactivate : t.activate}
            </Button>
          )}
        </>
      }
    >
      <MerchantChangeNotice id={id} />
      <MerchantNameReview merchant={merchant} />
      <MerchantMoney merchant={merchant} />
      <MerchantAccount merchant={merchant} onInvite={() => setAsked('invitation')} />
      <MerchantFees merchant={merchant} />
      <MerchantActivity merchant={merchant} />
      <MerchantPeople merchant={merchant} />
      <MerchantActions merchant={merchant} />
      <MerchantNames merchant={merchant} />
      <MerchantEngine merchant={merchant} />
      {asked === 'activation' && <MerchantActivation merchant={merchant} onClose={close} />}
      {asked === 'invitation' && <InvitationDialog person={owner} email={merchant.email} onClose={close} />}
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
