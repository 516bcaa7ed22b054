import type { Answer } from '@bitquay/contract/call'
import { type getSettings, zeroConfirmationForm } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

type ZeroConfirmationCardProps = { settings: Answer<typeof getSettings> }

/** Up to which amount an unconfirmed payment counts. Save appears with a change. */
export const ZeroConfirmationCard = ({ settings }: ZeroConfirmationCardProps) => {
  const change = useChangeSettings()
  const current = { zeroConfirmationLimitUsd: settings.zeroConfirmationLimitUsd }
  const { bind, fields, submit, reset, errors } = useContractForm(zeroConfirmationForm, { current })
  const isChanged = fields.zeroConfirmationLimitUsd !== settings.zeroConfirmationLimitUsd
  const save = submit((checked) =>
    change.mutate(checked, {
      onSuccess: ({ zeroConfirmationLimitUsd }) => {
        reset({ zeroConfirmationLimitUsd })
        toast({ title: t.savedToast, description: t.saved })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
    }),
  )
  return (
    <Form onSubmit={save}>
      <Card
        footer={
          isChanged && (
            <>
              <span className="small quiet grow">{t.unsaved({ field: t.unsavedLimit })}</span>
              <Button onClick={() => reset(current)}>{t.discard}</Button>
              <Button type="submit" variant="signal" busy={change.isPending}>
                {change.isPending ? t.saving : t.save}
              </Button>
            </>
          )
        }
      >
        <Field label={t.zeroLimit} hint={t.zeroLimitHint} error={errors.zeroConfirmationLimitUsd}>
          <MoneyInput
            {...bind('zeroConfirmationLimitUsd')}
            value={String(fields.zeroConfirmationLimitUsd)}
            readOnly={settings.role === 'user'}
          />
        </Field>
      </Card>
    </Form>
  )
}
