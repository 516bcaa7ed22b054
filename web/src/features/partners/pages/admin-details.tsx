import { ArrowLeft, Pencil, Power } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { InvitationDialog, ResetTwoFactorDialog } from '../../accounts/index.ts'
import { useFees } from '../../fees/index.ts'
import { FeeModelCard } from '../fee-model-card.tsx'
import * as t from '../messages.ts'
import { PartnerActivation } from '../partner-activation.tsx'
import { PartnerInformation, RevenueDetails } from '../partner-cards.tsx'
import { EditPartnerDialog } from '../partner-dialog.tsx'
import { PartnerTiles } from '../partner-tiles.tsx'
import { StatementButton } from '../statement-button.tsx'
import { usePartner, usePartnerMetrics } from '../use-partners.ts'

const PartnerPage = () => {
  const { partnerId = '' } = useParams()
  return /^[1-9]\d{0,8}$/.test(partnerId) ? <OnePartner id={Number(partnerId)} /> : <Missing />
}

type Asked = 'edit' | 'activation' | 'invitation' | 'two-factor'

const OnePartner = ({ id }: { id: number }) => {
  const { data: partner, error, isFetching, refetch } = usePartner(id)
  const { data: metrics } = usePartnerMetrics()
  const { data: fees, isError: feesFailed } = useFees()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  if (!partner) {
    if (error instanceof ApiError && error.status === 404) return <Missing />
    return error ? <Unreadable reading={{ isFetching, refetch }} /> : <Loading />
  }
  const person = { kind: 'partner', id } as const
  return (
    <Page
      title={partner.name}
      sentence={partner.email}
      actions={
        <>
          <Back />
          <StatementButton partnerId={id} />
          <Button icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setAsked('edit')}>
            {t.edit}
          </Button>
          <Button
            variant={partner.isActive ? 'line' : 'signal'}
            icon={<Power className="ico" aria-hidden="true" />}
            onClick={() => setAsked('activation')}
          >
            {partner.isActive ? t.deactivate : t.activate}
          </Button>
        </>
      }
    >
      <PartnerTiles partner={partner} />
      <PartnerInformation
        partner={partner}
        onInvite={() => setAsked('invitation')}
        onResetTwoFactor={() => setAsked('two-factor')}
      />
      <RevenueDetails partner={partner} />
      <FeeModelCard
        title={t.feeSharing}
        schedule={fees?.current}
        failed={feesFailed}
        held={metrics && { shares: metrics.activeShares, partners: metrics.activePartners }}
      />
      {asked === 'edit' && <EditPartnerDialog partner={partner} onClose={close} />}
      {asked === 'activation' && <PartnerActivation partner={partner} onClose={close} />}
      {asked === 'invitation' && <InvitationDialog person={person} email={partner.email} onClose={close} />}
      {asked === 'two-factor' && <ResetTwoFactorDialog person={person} email={partner.email} onClose={close} />}
    </Page>
  )
}

const Back = () => (
  <ButtonLink to={portalPaths.admin.partners} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    {t.back}
  </ButtonLink>
)

const Missing = () => (
  <Page title={t.partner}>
    <EmptyState scene="berths" title={t.notFound} actions={<Back />} />
  </Page>
)

const Loading = () => (
  <Page title={t.partner}>
    <Card>
      <SkeletonLines lines={8} />
    </Card>
  </Page>
)

const Unreadable = ({ reading }: { reading: { isFetching: boolean; refetch: () => unknown } }) => (
  <Page title={t.partner}>
    <LoadError card prominent title={t.notLoadedTitle} sentence={t.noMoneyAffected} help={<Back />} reading={reading} />
  </Page>
)

export default PartnerPage
