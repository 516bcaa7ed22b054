import type { RestoredPerson, RestoreView } from '@bitquay/contract/restores'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { ReviewRow, ReviewSection } from './review-section.tsx'
import { useConfirm, usePeople } from './use-restore.ts'

const mostAtOnce = 100

/** Admins, partners and owners. They are chosen one by one, and one code confirms those who were chosen. */
export const PeopleSection = ({ restore }: { restore: RestoreView }) => {
  const people = usePeople()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const canConfirm = restore.isReviewer || restore.finishedAt !== null
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-mostAtOnce))
  return (
    <ReviewSection title={t.people} note={t.peopleNote} left={restore.people.unconfirmed}>
      <ListBody
        rows={people.data}
        query={people}
        empty={<p className="pad muted">{t.peopleEmpty}</p>}
        failed={{ title: t.loadFailedTitle, sentence: t.loadFailed }}
      >
        {(rows) => (
          <>
            {rows.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isChosen={chosen.includes(person.id)}
                {...(canConfirm && person.isActive ? { onToggle: () => toggle(person.id) } : {})}
              />
            ))}
          </>
        )}
      </ListBody>
      {canConfirm && (
        <footer className="cluster between gap-4">
          <span className="small muted">{t.peopleHint}</span>
          <Button disabled={chosen.length === 0} onClick={() => setIsOpen(true)}>
            {t.confirmCount({ count: chosen.length })}
          </Button>
        </footer>
      )}
      {isOpen && (
        <ConfirmDialog
          ids={chosen}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setChosen([])
            setIsOpen(false)
          }}
        />
      )}
    </ReviewSection>
  )
}

const kinds = { admin: t.admin, partner: t.partner, merchant: t.owner }
const states = { unconfirmed: t.unconfirmed, confirmed: t.confirmed, returned: t.returned }

type PersonRowProps = { person: RestoredPerson; isChosen: boolean; onToggle?: () => void }

const PersonRow = ({ person, isChosen, onToggle }: PersonRowProps) => {
  const { kind, name, email, status, isActive, twoFactorEnabled } = person
  const marks = [!isActive && t.inactive, !twoFactorEnabled && t.noTwoFactor].filter(Boolean)
  return (
    <ReviewRow
      title={name}
      line={
        <>
          {t.personLine({ kind: kinds[kind], email })} {marks.length > 0 && <b>{marks.join(', ')}</b>}
        </>
      }
      isDecided={status !== 'unconfirmed'}
      acts={
        status === 'unconfirmed' && onToggle ? (
          <input
            type="checkbox"
            className="review-check"
            aria-label={t.choose({ name })}
            checked={isChosen}
            onChange={onToggle}
          />
        ) : (
          <span className="small muted">{states[status]}</span>
        )
      }
    />
  )
}

type ConfirmDialogProps = { ids: readonly number[]; onClose: () => void; onDone: () => void }

const ConfirmDialog = ({ ids, onClose, onDone }: ConfirmDialogProps) => {
  const code = useAdminCode()
  const confirm = useConfirm()
  const send = () =>
    confirm.mutate(
      { ids: [...ids], ...code.proof },
      {
        onSuccess: ({ message }) => {
          code.answered()
          onDone()
          toast({ title: t.confirmedToast, description: message })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.confirmFailed) })
        },
      },
    )
  return (
    <FormDialog
      onClose={onClose}
      title={t.confirmTitle({ count: ids.length })}
      purpose={t.confirmPurpose}
      confirm={t.confirm}
      confirming={t.confirming}
      busy={confirm.isPending}
      onSubmit={send}
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
