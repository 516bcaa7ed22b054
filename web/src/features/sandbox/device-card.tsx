import { type deviceCheats, levers } from '@bitquay/contract/sandbox'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

const scripts = { wpkh: t.segwit, tr: t.taproot, 'sh-wpkh': t.nestedSegwit, pkh: t.legacy, 'wsh-multi': t.multisig }
type Script = keyof typeof scripts

const cheats: Record<(typeof deviceCheats)[number], string> = {
  'changed-output': t.cheatOutput,
  'other-fee': t.cheatFee,
  'wrong-key': t.cheatKey,
  'missing-signature': t.cheatMissing,
  'sighash-single': t.cheatSighash,
  'changed-sequence': t.cheatSequence,
  'changed-locktime': t.cheatLocktime,
}
type Cheat = keyof typeof cheats
const cosigners = [1, 2, 3] as const

/** A signing device that no server has the keys of, to try a wallet of one's own with. */
export const DeviceCard = () => (
  <Card title={t.device} note={t.testOnly}>
    <p className="muted">{t.devicePurpose}</p>
    <div className="stack gap-6 mt-4">
      <Export />
      <Sign />
    </div>
  </Card>
)

const Export = () => {
  const [script, setScript] = useState<Script>('wpkh')
  const [account, setAccount] = useState('0')
  const device = useAction({ mutationFn: (body: { script: Script; account: number }) => ask(levers.device, { body }) })
  return (
    <Form
      className="stack gap-3"
      aria-label={t.exportKey}
      onSubmit={() => device.mutate({ script, account: Number(account) })}
    >
      <div className="flex wraps at-bottom gap-2.5">
        <Field label={t.walletType}>
          <Select value={script} onChange={({ target }) => setScript(target.value as Script)}>
            {Object.entries(scripts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.account}>
          <Select value={account} onChange={({ target }) => setAccount(target.value)}>
            {['0', '1', '2', '3', '4', '5'].map((number) => (
              <option key={number}>{number}</option>
            ))}
          </Select>
        </Field>
        <Button type="submit" busy={device.isPending}>
          {t.exportKey}
        </Button>
      </div>
      {device.error && <Notice kind="bad">{messageOf(device.error, t.notReached)}</Notice>}
      {device.data && <CopyRow label={t.descriptor} text={String(device.data.descriptor)} />}
    </Form>
  )
}

const Sign = () => {
  const [psbt, setPsbt] = useState('')
  const [cosigner, setCosigner] = useState('1')
  const [cheat, setCheat] = useState('')
  const sign = useAction({
    mutationFn: () =>
      ask(levers.sign, {
        body: {
          psbt,
          cosigner: cosigners.find((one) => String(one) === cosigner),
          ...(cheat === '' ? {} : { cheat: cheat as Cheat }),
        },
      }),
  })
  return (
    <Form className="stack gap-3" aria-label={t.signPsbt} onSubmit={() => sign.mutate()}>
      <Field label={t.psbtToSign}>
        <Textarea rows={3} className="mono" value={psbt} onChange={({ target }) => setPsbt(target.value)} required />
      </Field>
      <div className="flex wraps at-bottom gap-2.5">
        <Field label={t.signWith}>
          <Select value={cosigner} onChange={({ target }) => setCosigner(target.value)}>
            {cosigners.map((number) => (
              <option key={number} value={number}>
                {t.keyNumber({ number: String(number) })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.behavior}>
          <Select value={cheat} onChange={({ target }) => setCheat(target.value)}>
            <option value="">{t.honest}</option>
            {Object.entries(cheats).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" busy={sign.isPending}>
          {t.signPsbt}
        </Button>
      </div>
      {sign.error && <Notice kind="bad">{messageOf(sign.error, t.notReached)}</Notice>}
      {sign.data && <CopyRow label={t.signedPsbt} text={String(sign.data.psbt)} />}
    </Form>
  )
}
