import { useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { CodeBlock } from './code-block.tsx'
import { colorJson } from './color-json.ts'
import * as t from './messages.ts'
import { type TryCall, type TryParameter, tryCalls } from './try-calls.build.ts'
import { isJson, isTestKey, sendTry, type TryForm, type TryResponse, toCurl } from './try-request.ts'
import { useOrigin } from './use-origin.ts'
import './try-console.css'

type TryConsoleProps = { callId: string; onChoose: (callId: string) => void }

const groups = [...new Set(tryCalls.map(({ group }) => group))]

/** Sends a request to this sandbox. The key is kept in this component only and is gone with the page. */
const TryConsole = ({ callId, onChoose }: TryConsoleProps) => {
  const [key, setKey] = useState('')
  const call = tryCalls.find(({ id }) => id === callId) ?? tryCalls[0]
  if (!call) return null
  return (
    <div className="docs-try stack gap-5 mt-4">
      <p>{t.tryText}</p>
      <div className="docs-try-top stack at-top columns-2 gap-4">
        <Field label={t.tryKey} hint={t.tryKeyHint} error={key === '' || isTestKey(key) ? undefined : t.tryKeyWrong}>
          {/* A password field would be offered to a password manager. */}
          <Input
            className="docs-try-key"
            name="try-key"
            value={key}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t.tryKeyStart}
            onChange={(event) => setKey(event.target.value.trim())}
          />
        </Field>
        <Field label={t.tryCall}>
          <Select name="try-call" value={call.id} onChange={(event) => onChoose(event.target.value)}>
            {groups.map((group) => (
              <optgroup key={group} label={group}>
                {tryCalls
                  .filter((one) => one.group === group)
                  .map(({ id, method, path }) => (
                    <option key={id} value={id}>
                      {method} {path}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      </div>
      <TryCallForm key={call.id} call={call} apiKey={key} />
    </div>
  )
}

type Outcome = { response: TryResponse } | { failed: true }

const TryCallForm = ({ call, apiKey }: { call: TryCall; apiKey: string }) => {
  const origin = useOrigin()
  const [form, setForm] = useState<TryForm>({ params: {}, query: {}, body: call.body })
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  const missing = call.params.filter(({ name }) => !form.params[name]?.trim())
  const bodyError = call.body === '' || isJson(form.body) ? undefined : t.tryBodyWrong
  const canSend = isTestKey(apiKey) && missing.length === 0 && bodyError === undefined
  const send = async () => {
    if (!canSend || isBusy) return
    setBusy(true)
    setOutcome(await sendTry(call, form, apiKey).then(toOutcome, () => ({ failed: true as const })))
    setBusy(false)
  }
  return (
    <Form onSubmit={send} aria-label={t.tryRequest}>
      <Parameters
        parameters={call.params}
        values={form.params}
        onChange={(params) => setForm((before) => ({ ...before, params }))}
      />
      {call.query.length > 0 && (
        <details className="docs-fields">
          <summary className="text-md">
            {t.tryQuery} <span className="quiet">{t.fieldCount({ count: call.query.length })}</span>
          </summary>
          <div className="docs-try-query stack columns-2 gap-4">
            <Parameters
              parameters={call.query}
              values={form.query}
              onChange={(query) => setForm((before) => ({ ...before, query }))}
            />
          </div>
        </details>
      )}
      {call.body !== '' && (
        <Field
          label={t.tryBody}
          error={bodyError}
          aside={
            form.body !== call.body && (
              <Button size="sm" variant="ghost" onClick={() => setForm((before) => ({ ...before, body: call.body }))}>
                {t.tryReset}
              </Button>
            )
          }
        >
          <Textarea
            className="docs-try-body"
            name="try-body"
            value={form.body}
            rows={Math.min(16, form.body.split('\n').length + 1)}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setForm((before) => ({ ...before, body: event.target.value }))}
          />
        </Field>
      )}
      <div className="cluster gap-y-2 gap-x-4">
        <Button type="submit" variant="signal" busy={isBusy} disabled={!canSend}>
          {t.trySend}
        </Button>
        {!canSend && <span className="hint">{hintOf(apiKey, missing)}</span>}
      </div>
      <CodeBlock command={{ id: 'try-curl', language: t.tryCurl, text: toCurl(call, form, origin) }} colors={[]} />
      <div role="status">{outcome && <TryOutcome outcome={outcome} />}</div>
    </Form>
  )
}

const toOutcome = (response: TryResponse): Outcome => ({ response })

const hintOf = (apiKey: string, missing: readonly TryParameter[]) => {
  if (!isTestKey(apiKey)) return t.tryNeedsKey
  return missing[0] ? t.tryNeeds({ name: missing[0].name }) : t.tryNeedsJson
}

type ParametersProps = {
  parameters: readonly TryParameter[]
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

const Parameters = ({ parameters, values, onChange }: ParametersProps) =>
  parameters.map(({ name, example, note }) => (
    <Field key={name} label={<code>{name}</code>} hint={note.replaceAll('`', '')}>
      <Input
        name={`try-${name}`}
        value={values[name] ?? ''}
        placeholder={example}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...values, [name]: event.target.value })}
      />
    </Field>
  ))

const TryOutcome = ({ outcome }: { outcome: Outcome }) => {
  const titleId = useId()
  if ('failed' in outcome) return <p className="docs-try-failed ink">{t.tryFailed}</p>
  const { status, statusText, durationMs, headers, text } = outcome.response
  return (
    <section aria-labelledby={titleId} className="docs-try-response stack gap-3">
      <h3 className="cluster" id={titleId}>
        {t.tryResponse}
        <Badge shape={status < 300 ? 'solid' : 'crossed'}>
          {status} {statusText}
        </Badge>
        <span className="quiet small">{t.tryDuration({ time: String(durationMs) })}</span>
      </h3>
      <dl>
        {headers.map(([name, value]) => (
          <div className="stack small gap-y-0 gap-x-4" key={name}>
            <dt className="quiet">{name}</dt>
            <dd className="breaks">
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <CodeBlock command={{ id: 'try-response', language: t.tryJson, text }} colors={colorJson(text)} />
    </section>
  )
}

export default TryConsole
