import type { Closing } from '@bitquay/contract/account-care'
import { useState } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { CloseAccountDialog } from './close-account-dialog.tsx'
import { EraseAccountDialog } from './erase-account-dialog.tsx'
import * as t from './messages.ts'
import { useClosing } from './use-account-care.ts'

/** Closes the account, or says what must end before. */
export const CloseAccountCard = () => {
  const reading = useClosing()
  const { data: closing, error } = reading
  const { twoFactorEnabled } = useUser()
  const [asked, setAsked] = useState(false)
  if (!closing) {
    return (
      <Card>
        {error ? (
          <LoadError title={t.notLoaded} sentence={t.notLoadedNext} reading={reading} />
        ) : (
          <SkeletonLines lines={2} />
        )}
      </Card>
    )
  }
  if (closing.closingSince !== null) return <Closed closing={closing} since={closing.closingSince} />
  return (
    <Card>
      <div className="stack at-left gap-4">
        <p>{t.closeExplained}</p>
        {!twoFactorEnabled && <Notice kind="wait">{t.setUpFirst}</Notice>}
        {closing.obstacles.map((obstacle) => (
          <Notice key={obstacle} kind="wait">
            {whatToDo[obstacle]}
          </Notice>
        ))}
        <Button
          variant="bad"
          disabled={closing.obstacles.length > 0 || !twoFactorEnabled}
          onClick={() => setAsked(true)}
        >
          {t.closeButton}
        </Button>
      </div>
      {asked && <CloseAccountDialog availableUsd={closing.availableUsd} onClose={() => setAsked(false)} />}
    </Card>
  )
}

const Closed = ({ closing, since }: { closing: Closing; since: string }) => {
  const { twoFactorEnabled } = useUser()
  const [asked, setAsked] = useState(false)
  if (closing.closedAt === null) {
    return (
      <Card>
        <Notice kind="wait">{t.closingSince({ date: formatDate(since) })}</Notice>
      </Card>
    )
  }
  return (
    <Card>
      <div className="stack at-left gap-4">
        <Notice kind="wait">{t.closedSince({ date: formatDate(closing.closedAt) })}</Notice>
        <p>{t.eraseExplained}</p>
        {!twoFactorEnabled && <Notice kind="wait">{t.setUpToErase}</Notice>}
        <Button variant="bad" disabled={!twoFactorEnabled} onClick={() => setAsked(true)}>
          {t.eraseButton}
        </Button>
      </div>
      {asked && <EraseAccountDialog onClose={() => setAsked(false)} />}
    </Card>
  )
}

const whatToDo: Record<Closing['obstacles'][number], string> = {
  'open-sends': t.openSends,
  'open-loop-out': t.openLoopOut,
  'lightning-balance': t.lightningBalance,
}
