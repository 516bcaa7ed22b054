import type { Answer } from '@bitquay/contract/call'
import type { readOwnWallet } from '@bitquay/contract/own-keys'
import type { Secret } from '@bitquay/contract/own-keys.secrets'
import { useState } from 'react'
import { HelpLink } from '../../frame/help-link.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Content, type Found, ScanButton, toWalletText } from '../codes/index.ts'
import * as t from './messages.ts'
import { scriptWords } from './script-words.ts'
import { useReadOwnWallet } from './use-own-keys.ts'
import { findSecret, mostCharacters, type WalletText } from './wallet-text.ts'

type Reading = Answer<typeof readOwnWallet>
export type OwnWallet = NonNullable<Reading['wallet']>

/** How its owner keeps the keys, which decides what they can export. */
export type WalletKind = 'device' | 'app' | 'several'

const words = {
  device: { label: t.keyLabel, hint: t.deviceKeyHint, help: <HelpLink about="own-keys-device" /> },
  app: { label: t.keyLabel, hint: t.keyHint, help: <HelpLink about="own-keys-app" /> },
  several: { label: t.severalLabel, hint: t.severalKeyHint, help: <HelpLink about="own-keys-several" /> },
}

type KeyStepProps = {
  kind: WalletKind
  text: WalletText
  onText: (text: WalletText) => void
  onBack: () => void
  onRead: (wallet: OwnWallet) => void
}

/** The public key. What looks like a private key or a phrase is answered here and never sent. */
export const KeyStep = ({ kind, text, onText, onBack, onRead }: KeyStepProps) => {
  const read = useReadOwnWallet()
  const [found, setFound] = useState<Reading>()
  const [secret, setSecret] = useState<Secret>()
  const [problem, setProblem] = useState<string>()
  const change = (part: Partial<WalletText>) => {
    setProblem(undefined)
    const changed = { ...text, ...part }
    setSecret(findSecret(changed))
    onText(changed)
  }
  const changeText = (value: string) => {
    setFound(undefined)
    change({ text: value, script: undefined, fingerprint: undefined, path: undefined })
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > mostCharacters) setProblem(t.fileTooLarge)
    else changeText(await file.text())
  }
  const submit = () => {
    // Asked again here: nothing may depend on what was shown.
    const now = findSecret(text)
    setSecret(now)
    if (now !== undefined) return
    read.mutate(text, {
      onSuccess: (reading) => (reading.wallet ? onRead(reading.wallet) : setFound(reading)),
      onError: (error) => setProblem(messageOf(error, t.readFailed)),
    })
  }
  return (
    <Card title={t.keyTitle} aria-label={t.keyTitle}>
      <Form onSubmit={submit}>
        <div className="stack gap-5">
          <Field label={words[kind].label} hint={words[kind].hint} error={problem} aside={words[kind].help}>
            <Textarea
              className="mono"
              rows={4}
              autoComplete="off"
              spellCheck={false}
              maxLength={mostCharacters}
              value={text.text}
              onChange={({ target }) => changeText(target.value)}
            />
          </Field>
          <ScanButton
            step={kind}
            title={t.scanTitle}
            purpose={t.scanPurpose}
            otherCode={t.otherCode}
            secret={t.secretCode}
            read={readWalletCode}
            onFound={changeText}
          />
          <Field label={t.fileLabel}>
            <Input type="file" accept=".txt,.json" onChange={({ target }) => void chooseFile(target.files?.[0])} />
          </Field>
          {secret && (
            <Notice kind="bad">
              <b>{secret === 'phrase' ? t.phraseTitle : t.privateKeyTitle}</b> {t.secretWarning}
            </Notice>
          )}
          {found?.missing.includes('script') && (
            <Field label={t.scriptLabel}>
              <Select
                value={text.script ?? ''}
                onChange={({ target }) => change({ script: toScript(found, target.value) })}
              >
                <option value="">{t.chooseScript}</option>
                {found.scripts.map((script) => (
                  <option key={script} value={script}>
                    {scriptWords[script]}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {found?.missing.includes('fingerprint') && (
            <Field label={t.fingerprintLabel} hint={t.fingerprintHint}>
              <Input
                className="mono"
                autoComplete="off"
                maxLength={8}
                value={text.fingerprint ?? ''}
                onChange={({ target }) => change({ fingerprint: target.value })}
              />
            </Field>
          )}
          {found?.missing.includes('path') && (
            <Field label={t.pathLabel} hint={t.pathHint}>
              <Input
                className="mono"
                autoComplete="off"
                maxLength={100}
                value={text.path ?? ''}
                onChange={({ target }) => change({ path: target.value })}
              />
            </Field>
          )}
          <div className="across between gap-3">
            <Button onClick={onBack}>{t.back}</Button>
            <Button type="submit" variant="signal" busy={read.isPending} disabled={secret !== undefined || !text.text}>
              {read.isPending ? t.reading : t.readKey}
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  )
}

/** What the camera read goes into the field, where its owner sees it before it is sent. */
const readWalletCode = (content: Content): Found => {
  const text = toWalletText(content)
  if (text === undefined || text.length > mostCharacters) return { problem: 'unreadable' }
  return findSecret({ text }) ? { problem: 'secret' } : { text }
}

const toScript = ({ scripts }: Reading, value: string) => scripts.find((script) => script === value)
