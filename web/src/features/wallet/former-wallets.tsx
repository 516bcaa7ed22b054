import { getBalance, getWallet } from '@bitquay/contract/balances'
import { listWithdrawals, sendFormerWallet } from '@bitquay/contract/withdrawals'
import { useState } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useAction } from '../../lib/use-action.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { TaskBar } from '../../ui/task-bar.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'
import { RecoveryPhraseDialogs } from './recovery-phrase-dialogs.tsx'
import type { Wallet } from './use-wallet.ts'

type FormerWallet = Wallet['former'][number]
type Asked = { wallet: FormerWallet; what: 'send' | 'phrase' }
type FormerWalletsProps = { former: FormerWallet[]; isOwner: boolean; twoFactorEnabled: boolean }

/** The wallets from before the store moved to another payment server: what they hold, and the way to send it. */
export const FormerWallets = ({ former, isOwner, twoFactorEnabled }: FormerWalletsProps) => {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      {former.map((wallet) => (
        <TaskBar
          key={wallet.id}
          label={t.oldWallet}
          actions={isOwner && <Acts wallet={wallet} twoFactorEnabled={twoFactorEnabled} onAsk={setAsked} />}
        >
          <strong>{t.oldWalletTitle({ usd: formatUsd(wallet.usd), btc: wallet.btc })}</strong> {describe(wallet)}
        </TaskBar>
      ))}
      {asked?.what === 'send' && <SendDialog wallet={asked.wallet} onClose={close} />}
      {asked?.what === 'phrase' && <RecoveryPhraseDialogs formerWalletId={asked.wallet.id} onClose={close} />}
    </>
  )
}

const canSend = ({ sendableBtc }: FormerWallet) => Number(sendableBtc) > 0

const describe = (wallet: FormerWallet) => {
  if (wallet.isSending) return t.oldWalletSending
  return canSend(wallet)
    ? t.oldWalletSend({ date: formatDateTime(wallet.since) })
    : t.oldWalletWatched({ date: formatDateTime(wallet.since) })
}

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
        <Button size="sm" variant="signal" onClick={() => onAsk({ wallet, what: 'send' })}>
          {t.sendToNew}
        </Button>
      )}
    </>
  )
}

const SendDialog = ({ wallet, onClose }: { wallet: FormerWallet; onClose: () => void }) => {
  const { fields, errors, change, submit } = useCodeForm()
  const send = useAction({
    mutationFn: (twoFactorToken: string) =>
      ask(sendFormerWallet, { params: { id: wallet.id }, body: { twoFactorToken } }),
    rereads: [getWallet, getBalance, listWithdrawals],
  })
  const save = submit(({ code }) =>
    send.mutate(code, {
      onSuccess: () => {
        onClose()
        toast({ title: t.oldSentToast, description: t.oldSent })
      },
      onError: (failure) =>
        toast({ kind: 'bad', title: t.oldNotSentToast, description: messageOf(failure, t.invalidCode) }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.sendToNew}
      purpose={t.sendToNewPurpose({ usd: formatUsd(wallet.sendableUsd), btc: wallet.sendableBtc })}
      keep={send.isPending}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={send.isPending}>
            {t.sendAll}
          </Button>
        </>
      }
    >
      <TwoFactorField
        label={t.code}
        value={fields.code}
        error={errors.code}
        data-autofocus
        onValueChange={(value) => change('code', value)}
      />
    </Dialog>
  )
}
