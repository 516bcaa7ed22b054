import { BookmarkPlus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { Form } from '../form.tsx'
import { Input } from '../input.tsx'
import './menu.css'
import * as t from './messages.ts'
import './save-view.css'

const longest = 40

/** Keeps the current filters under a name. */
export const SaveView = ({ onSave }: { onSave: (name: string) => void }) => {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="sm" icon={<BookmarkPlus className="ico" aria-hidden="true" />}>
          {t.saveView}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop name-view"
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label={t.saveView}
        >
          <NameForm
            onSave={(name) => {
              setOpen(false)
              onSave(name)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const NameForm = ({ onSave }: { onSave: (name: string) => void }) => {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim()) onSave(name.trim())
  }
  return (
    <Form onSubmit={submit}>
      <Field label={t.viewName} hint={t.viewHint} error={tried && !name.trim() ? t.viewNameNeeded : undefined}>
        <Input maxLength={longest} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" size="sm">
        {t.save}
      </Button>
    </Form>
  )
}
