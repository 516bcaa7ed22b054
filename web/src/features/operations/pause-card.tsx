import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { usePause } from './use-system.ts'

/** Pauses all withdrawals, or resumes them. After a restore, its review resumes them. */
export const PauseCard = ({ paused, underReview }: { paused: boolean; underReview: boolean }) => {
  const code = useAdminCode()
  const [open, setOpen] = useState(false)
  const pause = usePause()
  const send = () =>
    pause.mutate(
      { paused: !paused, ...code.proof },
      {
        onSuccess: ({ paused: now }) => {
          code.answered()
          setOpen(false)
          toast({ title: now ? t.pausedToast : t.resumedToast })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.pauseFailed) })
        },
      },
    )
  return (
    <Card
      title={t.withdrawals}
      note={<Badge shape={paused ? 'crossed' : 'solid'}>{paused ? t.paused : t.open}</Badge>}
      aria-label={t.withdrawals}
    >
      <div className="cluster between gap-4">
        <p className="muted">{underReview ? t.reviewNote : paused ? t.pausedNote : t.openNote}</p>
        {underReview ? (
          <ButtonLink to={portalPaths.admin.restore}>{t.review}</ButtonLink>
        ) : (
          <Button variant={paused ? 'line' : 'bad'} onClick={() => setOpen(true)}>
            {paused ? t.resumeAll : t.pauseAll}
          </Button>
        )}
      </div>
      {open && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={paused ? t.resumeTitle : t.pauseTitle}
          purpose={paused ? t.resumePurpose : t.pausePurpose}
          confirm={paused ? t.resume : t.pause}
          bad={!paused}
          busy={pause.isPending}
          onSubmit={send}
        >
          <OwnCodeField {...code} />
        </FormDialog>
      )}
    </Card>
  )
}
