import { ClipboardPaste, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { FileInput } from '../../frame/file-input.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScanButton } from '../codes/index.ts'
import * as t from './messages.ts'
import { fileEndings, mostFileBytes, type Reading, readPsbtCode, readPsbtFile, readPsbtText } from './read-psbt.ts'

export type BringBackProps = {
  busy: boolean
  /** Why what was handed in last wasn't taken. */
  problem: string | undefined
  onProblem: (sentence: string | undefined) => void
  onSigned: (psbt: string) => void
}

/** Hands in what the device signed: its codes, a file or text. */
export const BringBack = ({ busy, problem, onProblem, onSigned }: BringBackProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isPasting, setPasting] = useState(false)
  const chooseFile = async (chosen: File) => {
    const reading = await readPsbtFile(chosen)
    if ('psbt' in reading) onSigned(reading.psbt)
    else onProblem(sentenceOf(reading, t.unreadableFile))
  }
  return (
    <section className="stack gap-2" aria-label={t.bringBack}>
      <h3 className="strong">{t.bringBack}</h3>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button
        variant="signal"
        size="lg"
        block
        busy={busy}
        icon={<Upload className="ico" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {busy ? t.checking : t.uploadFile}
      </Button>
      <ScanButton
        disabled={busy}
        title={t.scanTitle}
        purpose={t.scanPurpose}
        otherCode={t.otherCode}
        secret={t.secret}
        read={readPsbtCode}
        onFound={onSigned}
      />
      <Button
        block
        disabled={busy}
        icon={<ClipboardPaste className="ico" aria-hidden="true" />}
        onClick={() => setPasting(true)}
      >
        {t.paste}
      </Button>
      <FileInput
        input={input}
        label={t.signedFile}
        accept={fileEndings}
        mostBytes={mostFileBytes}
        onFile={(chosen) => void chooseFile(chosen)}
        onTooLarge={() => onProblem(t.fileTooLarge)}
      />
      {isPasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onSigned={(psbt) => {
            setPasting(false)
            onSigned(psbt)
          }}
        />
      )}
    </section>
  )
}

type PasteDialogProps = { onClose: () => void; onSigned: (psbt: string) => void }

const PasteDialog = ({ onClose, onSigned }: PasteDialogProps) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const reading = readPsbtText(text)
    if ('psbt' in reading) onSigned(reading.psbt)
    else setProblem(sentenceOf(reading, t.unreadableText))
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t.pasteTitle}
      purpose={t.pastePurpose}
      confirm={t.check}
      busy={false}
      disabled={text.trim() === ''}
      onSubmit={submit}
    >
      <Field label={t.pasteLabel} error={problem}>
        <Textarea
          className="mono"
          rows={6}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setProblem(undefined)
            setText(target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}

const sentenceOf = ({ problem }: Extract<Reading, { problem: string }>, unreadable: string) =>
  problem === 'secret' ? t.secret : unreadable
