import { getStatementOfPartner } from '@bitquay/contract/admin-partners'
import { ArrowLeft, Download, Pencil, Power } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { download } from '../../../lib/download.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { InvitationDialog, ResetTwoFactorDialog } from '../../accounts/index.ts'
import { useFees } from '../../fees/index.ts'
import { FeeModelCard } from '../fee-model-card.tsx'
import { PartnerActivation } from '../partner-activation.tsx'
import { PartnerInformation, RevenueDetails } from '../partner-cards.tsx'
import { EditPartnerDialog } from '../partner-dialog.tsx'
import { PartnerTiles } from '../partner-tiles.tsx'
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
    return error ? <Unreadable busy={isFetching} again={() => void refetch()} /> : <Loading />
  }
  const person = { kind: 'partner', id } as const
  return (
    <Page
      title={partner.name}
      sentence={partner.email}
      actions={
        <>
          <Back />
          <StatementOf partnerId={id} />
          <Button icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setAsked('edit')}>
            Edit
          </Button>
          <Button
            variant={partner.isActive ? 'line' : 'signal'}
            icon={<Power className="ico" aria-hidden="true" />}
            onClick={() => setAsked('activation')}
          >
            {partner.isActive ? 'Deactivate' : 'Activate'}
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
        title="How fees are shared"
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

const StatementOf = ({ partnerId }: { partnerId: number }) => {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      await download(getStatementOfPartner, { params: { partnerId } })
    } catch (error) {
      toast({ kind: 'bad', title: 'Export Failed', description: messageOf(error, 'Failed to export') })
    }
    setBusy(false)
  }
  return (
    <Button icon={<Download className="ico" aria-hidden="true" />} busy={busy} onClick={() => void fetchIt()}>
      Statement (CSV)
    </Button>
  )
}

const Back = () => (
  <ButtonLink to={portalPaths.admin.partners} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    Back to Partners
  </ButtonLink>
)

const Missing = () => (
  <Page title="Partner">
    <EmptyState scene="berths" title="Partner Not Found" actions={<Back />} />
  </Page>
)

const Loading = () => (
  <Page title="Partner">
    <Card>
      <SkeletonLines lines={8} />
    </Card>
  </Page>
)

const Unreadable = ({ busy, again }: { busy: boolean; again: () => void }) => (
  <Page title="Partner">
    <EmptyState
      scene="mooring"
      title="Unable to load this partner"
      sentence="Nothing of theirs is affected. Only this page could not be read."
      actions={
        <>
          <Button variant="signal" busy={busy} onClick={again}>
            Try Again
          </Button>
          <Back />
        </>
      }
    />
  </Page>
)

export default PartnerPage
