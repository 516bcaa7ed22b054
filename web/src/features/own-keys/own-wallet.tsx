import type { OwnKeys } from '@bitquay/contract/own-keys'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Beside } from '../../ui/beside.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AddressList } from './address-list.tsx'
import { AddressesCard } from './addresses-card.tsx'
import * as t from './messages.ts'
import { scriptWords } from './script-words.ts'
import { useLeaveOwnWallet } from './use-own-keys.ts'

type OwnWalletProps = {
  keys: OwnKeys & { wallet: NonNullable<OwnKeys['wallet']> }
  /** The owner, while no other change waits. */
  mayChange: boolean
  onChange: () => void
}

/** The wallet that only its owner can spend from. */
export const OwnWallet = ({ keys, mayChange, onChange }: OwnWalletProps) => {
  const { wallet, receiving, hasExplorer } = keys
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <Beside
        main={
          <>
            <Card title={t.onlyYouTitle} aria-label={t.onlyYouTitle}>
              <div className="stack gap-4">
                <Notice>{t.onlyYouHint}</Notice>
                <AddressList addresses={wallet.addresses} />
              </div>
            </Card>
            {receiving && <AddressesCard receiving={receiving} hasExplorer={hasExplorer} />}
          </>
        }
        aside={
          <Card title={t.keysTitle} aria-label={t.keysTitle}>
            <div className="stack gap-4">
              <p>
                {scriptWords[wallet.script]}
                {wallet.keys.length > 1 &&
                  `, ${t.requiredOf({ required: String(wallet.required), count: String(wallet.keys.length) })}`}
              </p>
              <ul className="lined">
                {wallet.keys.map(({ fingerprint, path, xpub }) => (
                  <li key={xpub} className="across between mono">
                    <span>{fingerprint}</span>
                    <span className="muted">{path}</span>
                  </li>
                ))}
              </ul>
              <CopyRow label={t.descriptor} text={wallet.descriptor} />
              {mayChange && (
                <>
                  <p className="small muted">{t.changeWaits}</p>
                  <div className="stack gap-2">
                    <Button onClick={onChange}>{t.changeWallet}</Button>
                    <Button onClick={() => setLeaving(true)}>{t.leave}</Button>
                  </div>
                </>
              )}
            </div>
          </Card>
        }
      />
      {isLeaving && <LeaveDialog onClose={() => setLeaving(false)} />}
    </>
  )
}

const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  const leave = useLeaveOwnWallet()
  const act = (code: string) =>
    leave.mutate(code, {
      onSuccess: onClose,
      onError: (error) =>
        toast({ kind: 'bad', title: t.notChangedToast, description: messageOf(error, t.leaveFailed) }),
    })
  return (
    <CodeDialog
      title={t.leave}
      purpose={t.leavePurpose}
      needed={t.codeNeeded}
      confirm={t.leave}
      confirming={t.leaving}
      busy={leave.isPending}
      onCode={act}
      onClose={onClose}
    />
  )
}
