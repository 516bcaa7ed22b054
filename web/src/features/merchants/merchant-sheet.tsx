import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { Mail, Store } from 'lucide-react'
import { mailto } from '../../content/content.ts'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { formatCount, formatPercent } from '../../lib/format-number.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { RowMessage } from '../../ui/list-surface/row-message.tsx'
import { DetailSheet } from '../../ui/sheet.tsx'
import { SheetSection } from '../../ui/sheet-section.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { AccountCareMenu, MerchantChangeNotice } from '../account-care/index.ts'
import { MerchantAttention } from './merchant-attention.tsx'
import { MerchantState, storeWordOf } from './merchant-state.tsx'
import { Trend } from './merchant-trend.tsx'
import * as t from './messages.ts'
import { useMerchant } from './use-merchants.ts'

type MerchantSheetProps = {
  id: number
  onClose: () => void
  /** Shows the row before or after, if there is one. */
  onMove: ((step: 1 | -1) => void) | undefined
}

/** One merchant beside the list: why it needs attention, its money, then its account. */
export const MerchantSheet = ({ id, onClose, onMove }: MerchantSheetProps) => {
  const { data: merchant, error, isFetching, refetch } = useMerchant(id)
  return (
    <DetailSheet
      title={merchant?.storeName ?? t.merchant}
      note={
        merchant && (
          <p className="muted small mt-1 cluster gap-2">
            <span className="breaks">{merchant.email}</span>
            <MerchantState merchant={merchant} />
          </p>
        )
      }
      onClose={onClose}
      onMove={onMove}
      footer={merchant && <Acts merchant={merchant} />}
    >
      {merchant ? (
        <Parts merchant={merchant} />
      ) : error ? (
        <NotLoaded error={error} busy={isFetching} again={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </DetailSheet>
  )
}

const Acts = ({ merchant }: { merchant: MerchantDetail }) => (
  <>
    <AccountCareMenu merchant={merchant} />
    {merchant.erasedAt === null && (
      <a className="btn btn--line" href={mailto(merchant.email)}>
        <Mail className="ico" aria-hidden="true" />
        {t.emailOwner}
      </a>
    )}
    <ButtonLink
      to={pathTo(portalPaths.admin.merchant, { merchantId: merchant.id })}
      icon={<Store className="ico" aria-hidden="true" />}
    >
      {t.openMerchant}
    </ButtonLink>
  </>
)

const Parts = ({ merchant }: { merchant: MerchantDetail }) => {
  const { balances, totals } = merchant
  return (
    <>
      <MerchantChangeNotice id={merchant.id} />
      <MerchantAttention merchant={merchant} />
      <SheetSection title={t.balances}>
        <Sums
          rows={[
            { name: t.onChain, value: <Usd amount={balances.onChain.usd} /> },
            { name: t.lightning, value: <Usd amount={balances.lightning.usd} /> },
            { name: t.feesOwed, value: <Usd amount={balances.feesOwed.usd} /> },
            { name: t.available, value: <Usd amount={balances.available.usd} /> },
          ]}
        />
      </SheetSection>
      <SheetSection title={t.payments}>
        <Sums
          rows={[
            { name: t.recentHead, value: <Trend merchant={merchant} /> },
            { name: t.receivedRecently, value: <Usd amount={merchant.recentVolume.usd} /> },
            { name: t.received, value: <Usd amount={merchant.totalDepositsUsd} /> },
            { name: t.openInvoices, value: formatCount(totals.openInvoices) },
          ]}
        />
      </SheetSection>
      <SheetSection title={t.account}>
        <Sums
          rows={[
            { name: t.merchantSince, value: formatDate(merchant.createdAt) },
            ...(merchant.closingSince === null ? [] : [{ name: t.closed, value: formatDate(merchant.closingSince) }]),
            { name: t.twoFactor, value: merchant.owner.twoFactorEnabled ? t.twoFactorOn : t.twoFactorOff },
            { name: t.users, value: formatCount(merchant.users.length) },
            { name: t.markup, value: formatPercent(merchant.markupFeePercent) },
            { name: t.store, value: storeWordOf(merchant) },
          ]}
        />
      </SheetSection>
    </>
  )
}

const NotLoaded = ({ error, busy, again }: { error: Error; busy: boolean; again: () => void }) =>
  error instanceof ApiError && error.status === 404 ? (
    <RowMessage title={t.notFound} />
  ) : (
    <RowMessage
      alert
      title={t.notLoadedTitle}
      sentence={t.notLoaded}
      actions={
        <Button busy={busy} onClick={again}>
          {t.tryAgain}
        </Button>
      }
    />
  )
