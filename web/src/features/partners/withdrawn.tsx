import { cutTxid } from '../../lib/shorten.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import type { Withdrawn } from './use-withdrawal.ts'

/** The result: sent, or still processing. A missing answer is never shown as failed. */
export const WithdrawnNotice = ({ withdrawn: { txid, withdrawal } }: { withdrawn: Withdrawn }) =>
  txid ? (
    <Notice kind="ok">
      <span className="wrap">{t.sent({ txid })}</span>
      <span className="mt-2 across gap-2">
        <span className="mono">{cutTxid(txid)}</span>
        <CopyButton label={t.transactionId} text={txid} variant="ghost" size="sm">
          {t.copy}
        </CopyButton>
      </span>
    </Notice>
  ) : (
    <Notice kind="wait">{t.stillProcessing({ amount: formatUsd(withdrawal.amountUsd) })}</Notice>
  )
