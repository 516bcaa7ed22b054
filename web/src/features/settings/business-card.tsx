import type { Answer } from '@bitquay/contract/call'
import { type getSettings, settingsForm } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

type BusinessCardProps = { settings: Answer<typeof getSettings> }

/** The business name, and the email address that only support can change. Save appears with a change. */
export const BusinessCard = ({ settings }: BusinessCardProps) => {
  const mayChange = settings.role !== 'user'
  const change = useChangeSettings()
  const { bind, fields, submit, reset, errors } = useContractForm(settingsForm, {
    current: { storeName: settings.storeName },
  })
  const isChanged = fields.storeName !== settings.storeName
  const save = submit(({ storeName }) =>
    change.mutate(
      { storeName },
      {
        onSuccess: (saved) => {
          reset({ storeName: saved.storeName })
          toast({ title: t.savedToast, description: t.saved })
        },
        onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
      },
    ),
  )
  return (
    <Form onSubmit={save}>
      <Card
        footer={
          isChanged && (
            <>
              <span className="small quiet grow">{t.unsaved({ field: t.unsavedName })}</span>
              <Button onClick={() => reset({ storeName: settings.storeName })}>{t.discard}</Button>
              <Button type="submit" variant="signal" busy={change.isPending}>
                {change.isPending ? t.saving : t.save}
              </Button>
            </>
          )
        }
      >
        <div className="stack gap-5">
          <Field label={t.businessName} error={errors.storeName}>
            <Input {...bind('storeName')} autoComplete="organization" readOnly={!mayChange} />
          </Field>
          <Field label={t.email} hint={t.emailHint}>
            <Input type="email" value={settings.email} readOnly />
          </Field>
          {!mayChange && <Notice>{t.managersOnly}</Notice>}
        </div>
      </Card>
    </Form>
  )
}
