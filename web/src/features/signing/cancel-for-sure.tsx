import type { SigningRequest } from '@bitquay/contract/signing'
import { useNavigate } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelForSure } from './use-signing.ts'

/** What was handed out can be sent by whoever has it, until a coin of it is spent. */
export const CancelForSure = ({ request: { id, canceledById } }: { request: SigningRequest }) => {
  const cancel = useCancelForSure()
  const navigate = useNavigate()
  const isManager = useUser().role !== 'user'
  const act = () =>
    cancel.mutate(id, {
      onSuccess: (prepared) => void navigate(`${portalPaths.merchant.signing}/${prepared.id}`),
      onError: (error) =>
        toast({ kind: 'bad', title: t.cancelFailedToast, description: messageOf(error, t.cancelForSureFailed) }),
    })
  return (
    <>
      <p className="muted">{t.canStillBeSent}</p>
      {canceledById !== null && (
        <ButtonLink block to={`${portalPaths.merchant.signing}/${canceledById}`}>
          {t.openCancellation}
        </ButtonLink>
      )}
      {canceledById === null && isManager && (
        <Button block busy={cancel.isPending} onClick={act}>
          {t.cancelForSure}
        </Button>
      )}
    </>
  )
}
