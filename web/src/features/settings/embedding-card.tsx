import { mostCheckoutOrigins, siteOrigin } from '@bitquay/contract/checkout'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCheckoutOrigins, useSetCheckoutOrigins } from './use-embedding.ts'

/** The sites that may show the checkout inside of their pages. `help` leads to the guide. */
export const EmbeddingCard = ({ help }: { help: ReactNode }) => {
  const { data, error } = useCheckoutOrigins()
  if (data) return <OriginsForm origins={data.origins} help={help} />
  return (
    <Card title={t.embedding} aria-label={t.embedding}>
      {error ? <Notice kind="bad">{t.sitesNotLoaded}</Notice> : <SkeletonLines lines={3} />}
    </Card>
  )
}

const OriginsForm = ({ origins, help }: { origins: string[]; help: ReactNode }) => {
  const change = useSetCheckoutOrigins()
  const current = { sites: origins.join('\n') }
  const { bind, fields, submit, reset, errors } = useContractForm(check, { current })
  const isChanged = linesOf(fields.sites).join('\n') !== current.sites
  const save = submit(({ sites }: Fields) =>
    change.mutate(linesOf(sites), {
      onSuccess: (saved) => {
        reset({ sites: saved.origins.join('\n') })
        toast({ title: t.savedToast, description: t.sitesSaved })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.sitesFailed) }),
    }),
  )
  return (
    <Form className="c12" onSubmit={save}>
      <Card
        title={t.embedding}
        aria-label={t.embedding}
        footer={
          isChanged && (
            <>
              <span className="small quiet grow">{t.unsaved({ fields: t.unsavedSites })}</span>
              <Button onClick={() => reset(current)}>{t.discard}</Button>
              <Button type="submit" variant="signal" busy={change.isPending}>
                {change.isPending ? t.saving : t.save}
              </Button>
            </>
          )
        }
      >
        <div className="stack gap-4">
          <p className="muted">{fillMessage(t.embeddingWhy, { help })}</p>
          <Field label={t.sites} hint={t.sitesHint} error={errors.sites}>
            <Textarea {...bind('sites')} rows={3} spellCheck={false} placeholder="https://shop.example.com" />
          </Field>
        </div>
      </Card>
    </Form>
  )
}

type Fields = { sites: string }

const linesOf = (sites: string) =>
  sites
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const check = ({ sites }: Fields) => {
  const lines = linesOf(sites)
  const wrong = lines.find((line) => !siteOrigin.safeParse(line).success)
  if (wrong !== undefined) return { sites: t.siteInvalid({ site: wrong }) }
  return { sites: lines.length > mostCheckoutOrigins ? t.tooManySites : undefined }
}
