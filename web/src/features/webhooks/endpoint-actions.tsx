import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { KeyRound, Pencil, Power, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from './use-webhooks.ts'

type EndpointActsProps = { endpoint: WebhookEndpoint; onSecret: (secret: string) => void }

const complain = (error: Error) =>
  toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'That could not be done') })

/** What can be done with an endpoint. */
export const EndpointActions = ({ endpoint, onSecret }: EndpointActsProps) => {
  const [asking, setAsking] = useState<'change' | 'rotate' | 'remove' | 'resend'>()
  const test = useTestWebhook(endpoint.id)
  const change = useChangeWebhook(endpoint.id)
  const rotate = useRotateSecret(endpoint.id)
  const remove = useRemoveWebhook(endpoint.id)
  const close = () => setAsking(undefined)
  const own = endpoint.kind === 'standard'
  return (
    <div className="acts">
      {own && (
        <Button
          size="sm"
          icon={<Send className="ico" aria-hidden="true" />}
          busy={test.isPending}
          disabled={!endpoint.enabled}
          onClick={() =>
            test.mutate(undefined, {
              onSuccess: () => toast({ title: 'Test event sent', description: 'See the log for what came back.' }),
              onError: complain,
            })
          }
        >
          Send test event
        </Button>
      )}
      <Button size="sm" icon={<RotateCw className="ico" aria-hidden="true" />} onClick={() => setAsking('resend')}>
        Send again
      </Button>
      {own && (
        <>
          <Button size="sm" icon={<Pencil className="ico" aria-hidden="true" />} onClick={() => setAsking('change')}>
            Change
          </Button>
          <Button size="sm" icon={<KeyRound className="ico" aria-hidden="true" />} onClick={() => setAsking('rotate')}>
            Rotate secret
          </Button>
        </>
      )}
      <Button
        size="sm"
        icon={<Power className="ico" aria-hidden="true" />}
        busy={change.isPending}
        onClick={() => change.mutate({ enabled: !endpoint.enabled }, { onError: complain })}
      >
        {endpoint.enabled ? 'Disable' : 'Enable'}
      </Button>
      <Button
        size="sm"
        variant="bad"
        icon={<Trash2 className="ico" aria-hidden="true" />}
        onClick={() => setAsking('remove')}
      >
        Remove
      </Button>
      {asking === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} onSecret={onSecret} />}
      {asking === 'resend' && <ResendDialog endpointId={endpoint.id} onClose={close} />}
      {asking === 'rotate' && (
        <ConfirmDialog
          title="Rotate secret"
          purpose="A new secret is made and shown once. For 24 hours messages are signed with both, so that you can change it without missing one."
          confirm="Rotate secret"
          confirming="Rotating..."
          busy={rotate.isPending}
          onClose={close}
          onConfirm={() =>
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
        <ConfirmDialog
          title="Remove endpoint"
          purpose="Nothing more is sent to it, and its log goes. Events stay readable over the API."
          confirm="Remove"
          confirming="Removing..."
          bad
          busy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close, onError: complain })}
        >
          <p className="mono break-all">{endpoint.url}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
