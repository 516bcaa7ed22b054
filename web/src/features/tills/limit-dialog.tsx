import type { Till, TillDevice } from '@bitquay/contract/tills'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useChangeDevice } from './use-tills.ts'

/** How much a device may refund in a day without a manager. */
export const LimitDialog = ({ till, device, onClose }: { till: Till; device: TillDevice; onClose: () => void }) => {
  const change = useChangeDevice(till.id, device.id)
  const [limit, setLimit] = useState(device.dailyRefundLimitUsd)
  return (
    <CodeDialog
      title={t.limitTitle}
      purpose={t.limitPurpose({ name: device.name })}
      confirm={t.save}
      needed={t.codeNeeded}
      hint={t.codeHint}
      busy={change.isPending}
      onClose={onClose}
      onCode={(twoFactorToken, refuse) =>
        change.mutate(
          { dailyRefundLimitUsd: limit.trim(), twoFactorToken },
          { onSuccess: onClose, onError: (error) => refuse(messageOf(error, t.limitFailed)) },
        )
      }
    >
      <Field label={t.limit}>
        <MoneyInput data-autofocus value={limit} onChange={({ target }) => setLimit(target.value)} />
      </Field>
    </CodeDialog>
  )
}
