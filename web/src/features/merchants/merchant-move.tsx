import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelMove, useEngines, useMoveMerchant } from './use-merchants.ts'

type MoveProps = { merchant: MerchantDetail; onClose: () => void }

/** How far a move is. */
export const MoveNotice = ({ merchant: { move } }: { merchant: MerchantDetail }) => {
  if (!move) return null
  const { engine, problem, isWaiting } = move
  return (
    <Notice kind={problem ? 'bad' : 'wait'}>
      {problem ? t.movingFails({ engine, problem }) : isWaiting ? t.movingWaits({ engine }) : t.moving({ engine })}
    </Notice>
  )
}

/** Lists the payment servers that have room, and says what a move does. */
export const MoveDialog = ({ merchant, onClose }: MoveProps) => {
  const move = useMoveMerchant(merchant.id)
  const code = useAdminCode()
  const engines = useEngines()
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<string>()
  const targets = (engines ?? []).filter(
    ({ name, reachable, merchants, capacity }) =>
      name !== merchant.engine && reachable && (capacity === null || merchants < capacity),
  )
  const engine = chosen ?? targets[0]?.name
  const save = () => {
    if (engine === undefined) return
    move.mutate(
      { engine, ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.moveStartedToast, description: t.moveStarted })
        },
        onError: (refusal) => {
          if (!code.answered(refusal)) setError(messageOf(refusal, t.moveFailed))
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t.moveTitle}
      purpose={t.movePurpose}
      confirm={t.move}
      busy={move.isPending}
      disabled={engine === undefined}
      onSubmit={save}
    >
      <p>{t.moveOld}</p>
      {engines && targets.length === 0 ? (
        <Notice kind="wait">{t.noRoom}</Notice>
      ) : (
        <Field label={t.moveTo}>
          <Select
            value={engine ?? ''}
            data-autofocus
            onChange={(event) => {
              setChosen(event.target.value)
              setError(undefined)
            }}
          >
            {targets.map(({ name, merchants, capacity }) => (
              <option key={name} value={name}>
                {t.moveRoom({
                  name,
                  room:
                    capacity === null
                      ? t.unlimitedRoom({ merchants })
                      : t.limitedRoom({ merchants: formatCount(merchants), capacity: formatCount(capacity) }),
                })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {error && <Notice kind="bad">{error}</Notice>}
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

/** Asks before a move is canceled. */
export const CancelMoveDialog = ({ merchant, onClose }: MoveProps) => {
  const cancel = useCancelMove(merchant.id)
  const code = useAdminCode()
  const [error, setError] = useState<string>()
  return (
    <FormDialog
      onClose={onClose}
      title={t.cancelMoveTitle}
      purpose={t.cancelMovePurpose}
      confirm={t.cancelMove}
      cancel={t.keepMove}
      bad
      busy={cancel.isPending}
      onSubmit={() =>
        cancel.mutate(code.proof, {
          onSuccess: () => {
            onClose()
            toast({ title: t.moveCanceledToast })
          },
          onError: (refusal) => {
            if (!code.answered(refusal)) setError(messageOf(refusal, t.moveFailed))
          },
        })
      }
    >
      {error && <Notice kind="bad">{error}</Notice>}
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
