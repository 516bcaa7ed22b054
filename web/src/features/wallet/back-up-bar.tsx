import { useState } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TaskBar } from '../../ui/task-bar.tsx'
import * as t from './messages.ts'
import { RecoveryPhraseDialogs } from './recovery-phrase-dialogs.tsx'
import type { Wallet } from './use-wallet.ts'

type BackUpBarProps = { state: Wallet['recoveryWords']; isOwner: boolean; twoFactorEnabled: boolean }

/** A task until the owner has revealed the recovery phrase. */
export const BackUpBar = ({ state, isOwner, twoFactorEnabled }: BackUpBarProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const action = twoFactorEnabled ? (
    <Button size="sm" onClick={() => setIsOpen(true)}>
      {t.reveal}
    </Button>
  ) : (
    <ButtonLink size="sm" to={portalPaths.merchant.security}>
      {t.setUpCode}
    </ButtonLink>
  )
  return (
    <>
      {state === 'waiting' && (
        <TaskBar label={t.recoveryPhrase} actions={isOwner && action}>
          <strong>{t.backUpTitle}</strong>{' '}
          {isOwner ? (twoFactorEnabled ? t.backUp : t.backUpNeedsCode) : t.backUpByOwner}
        </TaskBar>
      )}
      {/* They stay while the bar goes: the phrase is on the screen when it is deleted everywhere else. */}
      {isOpen && <RecoveryPhraseDialogs onClose={() => setIsOpen(false)} />}
    </>
  )
}
