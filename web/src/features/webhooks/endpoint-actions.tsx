import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { KeyRound, Pencil, Power, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import * as t from './messages.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from './use-webhooks.ts'

type EndpointActionsProps = {
  endpoint: WebhookEndpoint
  onSecret: (secret: string) => void
  onRemoved: () => void
}

const complain = (error: Error) =>
  toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.actionFailed) })

/** What can be done with an endpoint. */
export const EndpointActions = ({ endpoint, onSecret, onRemoved }: EndpointActionsProps) => {
  const [asking, setAsking] = useState<'change' | 'rotate' | 'remove' | 'resend'>()
  const test = useTestWebhook(endpoint.id)
  const change = useChangeWebhook(endpoint.id)
  const rotate = useRotateSecret(endpoint.id)
  const remove = useRemoveWebhook(endpoint.id)
  const close = () => setAsking(undefined)
  const own = endpoint.kind === 'standard'
  return (
    <div className="acts flex wraps gap-2 mt-2">
      {own && (
        <Button
          size="sm"
          icon={<Send className="ico" aria-hidden="true" />}
          busy={test.isPending}
          disabled={!endpoint.enabled}
          onClick={() =>
            test.mutate(undefined, {
              onError: complain,
            })
          }
        >
          {t.sendTest}
        </Button>
      )}
      <Button size="sm" icon={<RotateCw className="ico" aria-hidden="true" />} onClick={() => setAsking('resend')}>
        {t.resend}
      </Button>
      {own && (
        <>
          <Button size="sm" icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setAsking('change')}>
            {t.edit}
          </Button>
          <Button size="sm" icon={<KeyRound className="ico" aria-hidden="true" />} onClick={() => setAsking('rotate')}>
            {t.rotate}
          </Button>
        </>
      )}
      <Button
        size="sm"
        icon={<Power className="ico" aria-hidden="true" />}
        busy={change.isPending}
        onClick={() => change.mutate({ enabled: !endpoint.enabled }, { onError: complain })}
      >
        {endpoint.enabled ? t.disable : t.enable}
      </Button>
      <Button
        size="sm"
        variant="bad"
        icon={<Trash2 className="ico" aria-hidden="true" />}
        onClick={() => setAsking('remove')}
      >
        {t.remove}
      </Button>
      {asking === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} onSecret={onSecret} />}
      {asking === 'resend' && <ResendDialog endpointId={endpoint.id} onClose={close} />}
      {asking === 'rotate' && (
        <FormDialog
          title={t.rotate}
          purpose={t.rotatePurpose}
          confirm={t.rotate}
          confirming={t.rotatingSecret}
          busy={rotate.isPending}
          onClose={close}
          onSubmit={() =>
            rotate.mutate(undefined, {
              onSuccess: ({ secret }) => {
                close()
                onSecret(secret)
              },
              onError: complain,
            })
          }
        />
      )}
      {asking === 'remove' && (
        <FormDialog
          title={t.removeTitle}
          purpose={t.removePurpose}
          confirm={t.remove}
          confirming={t.removing}
          bad
          busy={remove.isPending}
          onClose={close}
          onSubmit={() => remove.mutate(undefined, { onSuccess: onRemoved, onError: complain })}
        >
          <p className="mono break-all">{endpoint.url}</p>
        </FormDialog>
      )}
    </div>
  )
}
