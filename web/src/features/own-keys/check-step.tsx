import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AddressList } from './address-list.tsx'
import type { OwnWallet } from './key-step.tsx'
import * as t from './messages.ts'
import { useConnectOwnWallet } from './use-own-keys.ts'
import type { WalletText } from './wallet-text.ts'

type CheckStepProps = {
  text: WalletText
  wallet: OwnWallet
  /** Without one, only the owner knows whether the account was used before. */
  hasExplorer: boolean
  onBack: () => void
  onConnected: () => void
}

/** The first addresses, which the owner compares with the wallet: this is where money would be lost. */
export const CheckStep = ({ text, wallet, hasExplorer, onBack, onConnected }: CheckStepProps) => {
  const [isSame, setSame] = useState(false)
  const [isUnused, setUnused] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const connect = useConnectOwnWallet()
  const send = (twoFactorToken: string) =>
    connect.mutate(
      { ...text, addresses: wallet.addresses, twoFactorToken, ...(hasExplorer ? {} : { isUnused }) },
      {
        onSuccess: () => {
          toast({ title: t.connectedToast, description: t.connectedSentence })
          onConnected()
        },
        onError: (error) => {
          setAsking(false)
          toast({ kind: 'bad', title: t.notConnectedToast, description: messageOf(error, t.connectFailed) })
        },
      },
    )
  return (
    <Card title={t.checkTitle} aria-label={t.checkTitle}>
      <div className="stack gap-4">
        <p className="muted">{t.checkHint}</p>
        <AddressList addresses={wallet.addresses} />
        <label className="across gap-3">
          <input type="checkbox" checked={isSame} onChange={({ target }) => setSame(target.checked)} />
          <span>{t.theyMatch}</span>
        </label>
        {!hasExplorer && (
          <label className="across gap-3">
            <input type="checkbox" checked={isUnused} onChange={({ target }) => setUnused(target.checked)} />
            <span>{t.isNew}</span>
          </label>
        )}
        <div className="across between gap-3">
          <Button onClick={onBack}>{t.back}</Button>
          <Button variant="signal" disabled={!isSame || !(hasExplorer || isUnused)} onClick={() => setAsking(true)}>
            {t.connect}
          </Button>
        </div>
      </div>
      {isAsking && (
        <CodeDialog
          title={t.connect}
          purpose={t.connectPurpose}
          needed={t.codeNeeded}
          confirm={t.connect}
          confirming={t.connecting}
          busy={connect.isPending}
          onCode={send}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
