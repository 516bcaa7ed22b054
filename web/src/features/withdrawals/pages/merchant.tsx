import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { paths } from '../../../frame/screens.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useBalance } from '../../balances/index.ts'
import { ofHundredDollars, useFees } from '../../fees/index.ts'
import { useSettings } from '../../merchants/index.ts'
import { usePrice } from '../../prices/index.ts'
import { useStatus } from '../../status/index.ts'
import { explorerOf } from '../../transactions/index.ts'
import { FeeBreakdown } from '../fee-breakdown.tsx'
import { HowItWorks } from '../how-it-works.tsx'
import { SendBalance } from '../send-balance.tsx'
import { SentCard } from '../sent-card.tsx'
import { useWithdrawalForm } from '../use-withdrawal-form.ts'
import type { Sent } from '../use-withdrawals.ts'
import { WithdrawalForm } from '../withdrawal-form.tsx'
import { WithdrawalList } from '../withdrawal-list.tsx'

const priceEveryMs = 30_000

const SendPage = () => {
  const maySend = useUser().role !== 'user'
  const balance = useBalance()
  const { data: price } = usePrice(priceEveryMs)
  const explorer = explorerOf(useStatus().data)
  return (
    <Page sentence="Send bitcoin from your wallet to a customer's address.">
      {balance.data?.configured === false ? (
        <NotConfigured />
      ) : (
        <>
          <SendBalance balance={balance.data} price={price} failed={balance.isError && !balance.data} />
          {maySend ? <Sending explorer={explorer} /> : <OnlyLooking />}
          <WithdrawalList explorer={explorer} mayCancel={maySend} />
        </>
      )}
    </Page>
  )
}

/** The form beside what it costs; above them what was sent last. */
const Sending = ({ explorer }: { explorer: ReturnType<typeof explorerOf> }) => {
  const { twoFactorEnabled } = useUser()
  const [sent, setSent] = useState<Sent>()
  const form = useWithdrawalForm()
  const { data: settings } = useSettings()
  const { data: fees } = useFees()
  const { data: status } = useStatus()
  return (
    <>
      {sent && <SentCard key={sent.withdrawal.id} sent={sent} explorer={explorer} onClose={() => setSent(undefined)} />}
      <WithdrawalForm
        form={form}
        twoFactorEnabled={twoFactorEnabled}
        closed={settings?.withdrawalsClosed}
        networkName={`Bitcoin ${status?.network ?? 'network'}`}
        onSent={setSent}
      />
      <div className="c5 grid content-start gap-5">
        {form.amountCents !== undefined && (
          <FeeBreakdown
            quote={form.quote}
            error={form.quoteError}
            isOld={form.isQuoteOld}
            withdrawalFeePercent={fees?.current.withdrawalFeePercent}
          />
        )}
        <Explanation />
      </div>
    </>
  )
}

const Explanation = () => {
  const { data: fees } = useFees()
  const { data: settings } = useSettings()
  if (!fees || !settings) return <HowItWorks fees={undefined} />
  const { platformFeePercent, partnerPoolPercent, withdrawalFeePercent } = fees.current
  const platformPercent = platformFeePercent + settings.markupFeePercent
  return (
    <HowItWorks
      fees={{
        platformPercent,
        partnerPercent: partnerPoolPercent,
        withdrawalPercent: withdrawalFeePercent,
        keptOfHundredUsd: ofHundredDollars(100 - platformPercent - partnerPoolPercent),
      }}
    />
  )
}

const OnlyLooking = () => (
  <>
    <div className="c12">
      <Notice>
        Withdrawals are made by the owner and by users with the role admin. You see what there is and what was sent.
      </Notice>
    </div>
    <Explanation />
  </>
)

const NotConfigured = () => (
  <EmptyState
    scene="berths"
    title="Bitcoin payments are not configured"
    sentence="Please contact support to have your store connected."
    actions={
      <ButtonLink variant="signal" to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
        Contact support
      </ButtonLink>
    }
  />
)

export default SendPage
