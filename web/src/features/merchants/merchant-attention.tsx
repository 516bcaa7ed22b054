import { type AdminMerchant, attentionWords, type MerchantDetail } from '@bitquay/contract/merchants.admin'
import { formatRelative } from '../../lib/format-date.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { CollectFees } from './collect-fees.tsx'
import { MerchantNameReview } from './merchant-name-review.tsx'
import * as t from './messages.ts'

type Explained = Exclude<AdminMerchant['attention'][number]['reason'], 'name-in-review'>

/** Why a merchant needs a person, the most costly reason first. */
export const MerchantAttention = ({ merchant }: { merchant: MerchantDetail }) =>
  merchant.attention.map((reason) =>
    reason.reason === 'name-in-review' ? (
      <MerchantNameReview key={reason.reason} merchant={merchant} />
    ) : (
      <Notice key={reason.reason} kind="wait">
        <b>{attentionWords[reason.reason]}</b> {sentences[reason.reason](merchant)}{' '}
        {t.attentionSince({ time: formatRelative(reason.since) })}
        {reason.detail !== null && <span className="small mono block breaks">{reason.detail}</span>}
        {(reason.reason === 'fees-not-covered' || reason.reason === 'collection-failing') && (
          <span className="mt-3 flex wraps gap-2">
            {merchant.holder !== 'merchant' && <CollectFees merchant={merchant} />}
            <ButtonLink size="sm" to={`mailto:${merchant.email}`}>
              {t.emailOwner}
            </ButtonLink>
          </span>
        )}
      </Notice>
    ),
  )

const sentences: Record<Explained, (merchant: MerchantDetail) => string> = {
  'fees-not-covered': ({ balances }) =>
    t.feesNotCovered({ held: formatUsd(balances.onChain.usd), owed: formatUsd(balances.feesOwed.usd) }),
  'collection-failing': ({ balances }) => t.collectionFailing({ owed: formatUsd(balances.feesOwed.usd) }),
  'send-stuck': () => t.sendStuck,
  'sync-failing': () => t.syncFailing,
  'setup-stuck': () => t.setupStuck,
}
