import { cutTxid } from '../../lib/shorten.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Withdrawn } from './use-withdrawal.ts'

/** What became of an order: sent, or still being worked on. Never "failed" for want of an answer. */
export const WithdrawnNotice = ({ withdrawn: { txid, withdrawal } }: { withdrawn: Withdrawn }) =>
  txid ? (
    <Notice kind="ok">
      <span className="wrap">Withdrawal successful! Transaction ID: {txid}</span>
      <span className="mt-2 flex items-center gap-2">
        <span className="mono">{cutTxid(txid)}</span>
        <CopyButton label="Transaction ID" text={txid} variant="ghost" size="sm">
          Copy
        </CopyButton>
      </span>
    </Notice>
  ) : (
    <Notice kind="wait">
      Your withdrawal of {formatUsd(withdrawal.amountUsd)} is being processed. It is sent once, whatever happens; its
      state is shown under Withdrawals.
    </Notice>
  )
