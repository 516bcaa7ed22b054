import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { EventChoice } from './event-choice.tsx'
import { useChangeWebhook, useCreateWebhook } from './use-webhooks.ts'

type EndpointDialogProps = {
  /** Left out, one is added. */
  endpoint?: WebhookEndpoint
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Where to post, and what. */
export const EndpointDialog = ({ endpoint, onClose, onSecret }: EndpointDialogProps) => {
  const create = useCreateWebhook()
  const change = useChangeWebhook(endpoint?.id ?? 0)
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? ['*'])
  const [error, setError] = useState<string>()
  const busy = create.isPending || change.isPending

  const save = () => {
    if (!/^https?:\/\/\S+$/i.test(url.trim())) {
      setError('Please enter a URL')
      return
    }
    const body = { url: url.trim(), description: description.trim(), events: events as never[] }
    const onError = (refused: Error) => setError(messageOf(refused, 'The endpoint could not be saved'))
    if (endpoint) {
      change.mutate(body, {
        onSuccess: () => {
          toast({ title: 'Endpoint changed' })
          onClose()
        },
        onError,
      })
    } else {
      create.mutate(body, {
        onSuccess: ({ secret }) => {
          onClose()
          onSecret(secret)
        },
        onError,
      })
    }
  }
  return (
    <Dialog
      open
      keep={url !== (endpoint?.url ?? '')}
      onOpenChange={(open) => !open && onClose()}
      title={endpoint ? 'Change endpoint' : 'Add endpoint'}
      purpose="An address of your own server. It should answer with a 2xx status within 15 seconds."
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={busy} disabled={events.length === 0}>
            {busy ? 'Saving...' : endpoint ? 'Save' : 'Add endpoint'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="URL" error={error}>
          <Input
            data-autofocus
            type="url"
            inputMode="url"
            placeholder="https://shop.example.com/webhooks/bitquay"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Field label="Description" optional>
          <Input value={description} maxLength={200} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <EventChoice chosen={events} onChange={setEvents} />
      </div>
    </Dialog>
  )
}
