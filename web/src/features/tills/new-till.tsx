import type { SentBody } from '@bitquay/contract/call'
import type { createTill } from '@bitquay/contract/tills'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyBerths } from '../../ui/empty-berths.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import * as t from './messages.ts'
import { sampleCafe } from './sample-cafe.ts'
import { toSlug } from './till-form.ts'
import { useCreateTill } from './use-tills.ts'

const starts = [
  { value: 'keypad', title: t.startKeypad, hint: t.startKeypadHint },
  { value: 'items', title: t.startItems, hint: t.startItemsHint },
  { value: 'sample', title: t.startSample, hint: t.startSampleHint },
] as const

/** One question instead of an empty list. */
export const NewTill = () => {
  const { storeName = '' } = useUser()
  const create = useCreateTill()
  const [name, setName] = useState<string>(t.counter)
  const [start, setStart] = useState<(typeof starts)[number]['value']>('keypad')
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    const till: SentBody<typeof createTill> = {
      ...{ name, tips: [10, 15, 20], slug: toSlug(`${storeName} ${name}`) },
      ...(start === 'sample' ? { items: sampleCafe } : {}),
    }
    try {
      await create.mutateAsync(till).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'till-address-taken') throw error
        // Another shop has this web address. The number makes it free.
        const number = String(crypto.getRandomValues(new Uint32Array(1))[0]).slice(0, 6)
        return create.mutateAsync({ ...till, slug: `${till.slug.slice(0, 33)}-${number}` })
      })
    } catch (error) {
      setProblem(messageOf(error, t.saveFailed))
    }
  }
  return (
    <Card>
      <div className="new-till stack">
        <Form onSubmit={() => void save()}>
          <div className="stack gap-5">
            <div>
              <h2 className="hull text-xl">{t.firstTitle}</h2>
              <p className="muted">{t.firstHint}</p>
            </div>
            <Field label={t.tillName} hint={t.tillNameHint} error={problem}>
              <Input maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
            </Field>
            <RadioCards label={t.startWith} options={starts} value={start} onChange={setStart} />
            <div>
              <Button
                type="submit"
                variant="signal"
                busy={create.isPending}
                icon={<Store className="ico" aria-hidden="true" />}
              >
                {t.createTill}
              </Button>
            </div>
          </div>
        </Form>
        <div className="only-desk" aria-hidden="true">
          <EmptyBerths />
        </div>
      </div>
    </Card>
  )
}
