import { getBalance, getWallet } from '@bitquay/contract/balances'
import { listWithdrawals, sendFormerWallet } from '@bitquay/contract/withdrawals'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Usd } from '../../ui/figures.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { TaskBar } from '../../ui/task-bar.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { RecoveryPhraseDialogs } from './recovery-phrase-dialogs.tsx'
import type { Wallet } from './use-wallet.ts'

type FormerWallet = Wallet['former'][number]
type Asked = { wallet: FormerWallet; what: 'send' | 'phrase' }
type FormerWalletsProps = { former: FormerWallet[]; isOwner: boolean; twoFactorEnabled: boolean }

/** What is left to do with the wallets from before the store moved to another payment server. */
export const FormerWallets = ({ former, isOwner, twoFactorEnabled }: FormerWalletsProps) => {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      {former.filter(hasTask).map((wallet) => (
        <TaskBar
          key={wallet.id}
          label={t.oldWallet}
          actions={isOwner && <Acts wallet={wallet} twoFactorEnabled={twoFactorEnabled} onAsk={setAsked} />}
        >
          <Task wallet={wallet} isOwner={isOwner} />
        </TaskBar>
      ))}
      {asked?.what === 'send' && <SendDialog wallet={asked.wallet} onClose={close} />}
      {asked?.what === 'phrase' && <RecoveryPhraseDialogs formerWalletId={asked.wallet.id} onClose={close} />}
    </>
  )
}

const canSend = ({ sendableBtc }: FormerWallet) => Number(sendableBtc) > 0
const hasTask = (wallet: FormerWallet) => wallet.isSending || canSend(wallet) || wallet.recoveryWords === 'waiting'

const Task = ({ wallet, isOwner }: { wallet: FormerWallet; isOwner: boolean }) => {
  const { title, sentence } = describe(wallet, isOwner)
  return (
    <>
      <strong>{title}</strong> {sentence} {describeAge(wallet)}
    </>
  )
}

const describe = (wallet: FormerWallet, isOwner: boolean) => {
  const date = formatDate(wallet.since)
  if (wallet.isSending) return { title: t.oldWalletSending, sentence: t.oldWalletArrives }
  if (!canSend(wallet))
    return { title: t.oldPhraseTitle, sentence: isOwner ? t.oldPhraseWhy({ date }) : t.backUpByOwner }
  return {
    title: t.oldWalletTitle({ usd: formatUsd(wallet.usd) }),
    sentence: isOwner ? t.oldWalletSend({ date }) : t.oldWalletByOwner({ date }),
  }
}

/** Old figures say so. */
const describeAge = ({ stale, asOf }: FormerWallet) =>
  stale && asOf ? t.oldWalletStale({ date: formatDateTime(asOf) }) : ''

/** The old wallets with which nothing is left to do, but in which payments still arrive. */
export const RestingWallets = ({ former }: { former: FormerWallet[] }) =>
  former
    .filter((wallet) => !hasTask(wallet))
    .map((wallet) => (
      <div key={wallet.id} className="copy-row stack middle rest-auto gap-3">
        <div>
          <div className="stencil">{t.oldWallet}</div>
          <div>
            <Usd amount={wallet.usd} />
          </div>
          <p className="small muted">
            {t.oldWalletResting({ date: formatDate(wallet.since) })} {describeAge(wallet)}
          </p>
        </div>
      </div>
    ))

type ActsProps = { wallet: FormerWallet; twoFactorEnabled: boolean; onAsk: (asked: Asked) => void }

const Acts = ({ wallet, twoFactorEnabled, onAsk }: ActsProps) => {
  const isWaiting = wallet.recoveryWords === 'waiting'
  if (!twoFactorEnabled && (canSend(wallet) || isWaiting)) {
    return (
      <ButtonLink size="sm" to={portalPaths.merchant.security}>
        {t.setUpCode}
      </ButtonLink>
    )
  }
  return (
    <>
      {isWaiting && (
        <Button size="sm" onClick={() => onAsk({ wallet, what: 'phrase' })}>
          {t.oldPhrase}
        </Button>
      )}
      {canSend(wallet) && (
        <Button size="sm" onClick={() => onAsk({ wallet, what: 'send' })}>
          {t.sendToNew}
        </Button>
      )}
    </>
  )
}

const SendDialog = ({ wallet, onClose }: { wallet: FormerWallet; onClose: () => void }) => {
  const send = useAction({
    mutationFn: (twoFactorToken: string) =>
      ask(sendFormerWallet, { params: { id: wallet.id }, body: { twoFactorToken } }),
    rereads: [getWallet, getBalance, listWithdrawals],
  })
  const sendAll = (code: string) =>
    send.mutate(code, {
      onSuccess: () => {
        onClose()
        toast({ title: t.oldSentToast, description: t.oldSent })
      },
      onError: (failure) =>
        toast({ kind: 'bad', title: t.oldNotSentToast, description: messageOf(failure, t.invalidCode) }),
    })
  return (
    <CodeDialog
      title={t.sendToNew}
      purpose={t.sendToNewPurpose({ usd: formatUsd(wallet.sendableUsd), btc: wallet.sendableBtc })}
      confirm={t.sendAll}
      busy={send.isPending}
      onCode={sendAll}
      onClose={onClose}
    />
  )
}
