import {
  type ApplicationDetails,
  type CorrectableField,
  correctableFields,
  requestForm,
} from '@bitquay/contract/applications.requests'
import { Plus, Send, X } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import '../../ui/list-surface/chip.css'
import { Menu, MenuCheck } from '../../ui/list-surface/menu.tsx'
import { toast } from '../../ui/toast-store.ts'
import { fieldNames } from './field-names.ts'
import * as t from './messages.ts'
import { useRequestInformation } from './use-applications.ts'

type RequestFormProps = {
  application: ApplicationDetails
  picked: readonly CorrectableField[]
  onPick: (field: CorrectableField) => void
  onSent: () => void
}

/** Collects fields into one message to the applicant. */
export const RequestForm = ({ application, picked, onPick, onSent }: RequestFormProps) => {
  const { bind, errors, submit, reset } = useContractForm(checkMessage, { initial: { message: '' } })
  const request = useRequestInformation(application.id)
  const open = application.requests.find(({ status }) => status === 'open')
  const send = submit(({ message }) =>
    request.mutate(
      { fields: [...picked], message, ...(open ? { replaces: open.id } : {}) },
      {
        onSuccess: () => {
          reset()
          onSent()
          toast({ title: t.requestSentToast, description: t.requestSent({ email: application.email }) })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.requestFailed) }),
      },
    ),
  )
  return (
    <Form className="request-form stack gap-3" onSubmit={send}>
      <h3 className="text-md strong">{t.askTitle}</h3>
      <div className="flex wraps gap-1.5">
        {picked.map((field) => (
          <button
            key={field}
            type="button"
            className="chip chip--sm"
            aria-label={t.removeField({ field: fieldNames[field] })}
            onClick={() => onPick(field)}
          >
            {fieldNames[field]}
            <X className="ico" aria-hidden="true" />
          </button>
        ))}
        <Menu
          trigger={
            <button type="button" className="chip chip--sm chip--unset">
              <Plus className="ico" aria-hidden="true" />
              {t.addField}
            </button>
          }
        >
          {correctableFields.map((field) => (
            <MenuCheck key={field} checked={picked.includes(field)} onChange={() => onPick(field)}>
              {fieldNames[field]}
            </MenuCheck>
          ))}
        </Menu>
      </div>
      {picked.length === 0 ? (
        <p className="hint">{t.askHint}</p>
      ) : (
        <>
          <Field label={<span className="sr-only">{t.messageLabel}</span>} error={errors.message}>
            <Textarea rows={5} maxLength={2000} {...bind('message')} />
          </Field>
          <Button
            type="submit"
            variant="signal"
            block
            busy={request.isPending}
            icon={<Send className="ico" aria-hidden="true" />}
          >
            {request.isPending ? t.sendingRequest : t.sendRequest}
          </Button>
          <p className="hint">{open ? t.replaceHint : t.messageHint({ name: application.contactName })}</p>
        </>
      )}
    </Form>
  )
}

const checkMessage = ({ message }: { message: string }) => ({
  message: requestForm.shape.message.safeParse(message).error?.issues[0]?.message,
})
