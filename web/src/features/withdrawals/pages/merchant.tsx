import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { splitBalance, useBalance } from '../../balances/index.ts'
import { ofHundredDollars, useFees } from '../../fees/index.ts'
import { useSettings } from '../../merchants/index.ts'
import { usePrice } from '../../prices/index.ts'
import { useStatus } from '../../status/index.ts'
import { explorerOf } from '../../transactions/index.ts'
import { useWallet } from '../../wallet/index.ts'
import { computeMaxUsd } from '../check-withdrawal.ts'
import { FeeBreakdown } from '../fee-breakdown.tsx'
import { HowItWorks } from '../how-it-works.tsx'
import * as t from '../messages.ts'
import '../send-columns.css'
import { WithdrawalList } from '../list.tsx'
import { SendBalance } from '../send-balance.tsx'
import { SentCard } from '../sent-card.tsx'
import { useWithdrawalForm } from '../use-withdrawal-form.ts'
import type { Sent } from '../use-withdrawals.ts'
import { WithdrawalForm } from '../withdrawal-form.tsx'

const priceEveryMs = 30_000

const SendPage = () => {
  const maySend = useUser().role !== 'user'
  const { data: balance, isError } = useBalance()
  const { data: price } = usePrice(priceEveryMs)
  const { data: wallet } = useWallet()
  const explorer = explorerOf(useStatus().data)
  const parts = balance && splitBalance(balance)
  return (
    <Page>
      {balance?.configured === false ? (
        <NotConfigured />
      ) : (
        <>
          <SendBalance
            balance={balance}
            deducted={parts && { feesUsd: parts.fees.usd, reservedUsd: parts.reserved.usd }}
            price={price}
            failed={isError && !balance}
          />
          {maySend ? (
            <Sending
              explorer={explorer}
              availableUsd={balance?.availableUsd}
              signsOutside={wallet?.holder === 'merchant'}
            />
          ) : (
            <ReadOnly />
          )}
          <WithdrawalList explorer={explorer} mayCancel={maySend} />
        </>
      )}
    </Page>
  )
}

type SendingProps = {
  explorer: ReturnType<typeof explorerOf>
  availableUsd: string | undefined
  /** The merchant signs with keys that only they have. */
  signsOutside: boolean
}

/** The form beside what it costs. What was sent last is above them. */
const Sending = ({ explorer, availableUsd, signsOutside }: SendingProps) => {
  const navigate = useNavigate()
  const [sent, setSent] = useState<Sent>()
  const { data: settings } = useSettings()
  const { data: fees } = useFees()
  const { data: status } = useStatus()
  const withdrawalFeePercent = fees?.current.withdrawalFeePercent
  const maxUsd =
    availableUsd === undefined || withdrawalFeePercent === undefined
      ? undefined
      : computeMaxUsd(availableUsd, withdrawalFeePercent)
  const form = useWithdrawalForm(availableUsd, maxUsd)
  return (
    <>
      {sent && <SentCard key={sent.withdrawal.id} sent={sent} explorer={explorer} onClose={() => setSent(undefined)} />}
      <div className="c12 send-columns stack at-top gap-4">
        <WithdrawalForm
          form={form}
          maxUsd={maxUsd}
          closed={settings?.withdrawalsClosed}
          underCheck={settings?.withdrawalsUnderCheck ?? false}
          networkName={t.networkName({ network: status?.network ?? 'network' })}
          signsOutside={signsOutside}
          onSent={(now) => {
            if (signsOutside || now.psbt !== undefined)
              void navigate(`${portalPaths.merchant.signing}/${now.withdrawal.id}`)
            else setSent(now)
          }}
        />
        <div className="review stack gap-4">
          {form.amountCents !== undefined && (
            <FeeBreakdown
              quote={form.quote}
              error={form.quoteError}
              isOld={form.isQuoteOld}
              address={form.errors.address ? undefined : form.address}
              availableUsd={availableUsd}
              withdrawalFeePercent={withdrawalFeePercent}
            />
          )}
          <Explanation />
        </div>
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

const ReadOnly = () => (
  <>
    <div className="c12">
      <Notice>{t.readOnly}</Notice>
    </div>
    <Explanation />
  </>
)

const NotConfigured = () => (
  <EmptyState
    scene="berths"
    title={t.notConfiguredTitle}
    sentence={t.notConfigured}
    actions={
      <ButtonLink variant="signal" to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
        {t.contactSupport}
      </ButtonLink>
    }
  />
)

export default SendPage
