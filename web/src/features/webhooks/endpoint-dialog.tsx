import type { WebhookEndpoint } from '@bitquay/contract/webhooks'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { EventChoice } from './event-choice.tsx'
import * as t from './messages.ts'
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
  const {
    fields,
    bind,
    errors,
    change: setField,
    setError,
    submit,
  } = useContractForm(checkUrl, {
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? ['*'],
    },
  })
  const busy = create.isPending || change.isPending

  const save = submit(({ url, description, events }) => {
    const body = { url: url.trim(), description: description.trim(), events: events as never[] }
    const onError = (refused: Error) => setError('url', messageOf(refused, t.saveFailed))
    if (endpoint) {
      change.mutate(body, {
        onSuccess: onClose,
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
  })
  return (
    <FormDialog
      onClose={onClose}
      title={endpoint ? t.editTitle : t.add}
      purpose={t.endpointPurpose}
      confirm={endpoint ? t.save : t.add}
      confirming={t.saving}
      busy={busy}
      disabled={fields.events.length === 0}
      onSubmit={save}
    >
      <div className="stack gap-4">
        <Field label={t.url} error={errors.url}>
          <Input
            data-autofocus
            type="url"
            inputMode="url"
            placeholder="https://shop.example.com/webhooks"
            {...bind('url')}
          />
        </Field>
        <Field label={t.description} optional>
          <Input maxLength={200} {...bind('description')} />
        </Field>
        <EventChoice chosen={fields.events} onChange={(chosen) => setField('events', chosen)} />
      </div>
    </FormDialog>
  )
}

const checkUrl = ({ url }: { url: string; description: string; events: string[] }) =>
  /^https?:\/\/\S+$/i.test(url.trim()) ? {} : { url: t.urlMissing }
