import { describeV1 } from '@bitquay/contract/v1/description'
import { lazy, Suspense, useRef, useState } from 'react'
import { docsPages } from '../../../content/docs/pages.ts'
import { docsPaths } from '../../../frame/docs-screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { Tag } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'
import type { FieldLine } from '../read-openapi.ts'
import { type ReferenceCall, reference } from '../reference.build.ts'
import { useIsSandbox } from '../use-is-sandbox.ts'
import { useOpenLinked } from '../use-open-linked.ts'
import { WithCode } from '../with-code.tsx'

const parts = reference.map(({ tag, title, calls }) => ({
  id: tag,
  name: title,
  parts: calls.map(({ id, summary }) => ({ id, name: shorten(summary) })),
}))

/** The contents have little room, so without conditions and orders. */
function shorten(summary: string) {
  return summary.split(/\.|\(|, (?:newest|oldest|or|where) /)[0]?.trim() ?? summary
}

/** Outside the sandbox it isn't even loaded. */
const TryConsole = lazy(() => import('../try-console.tsx'))

/** A stream has no end, so the console can't send it. */
const untriable = 'get-api-v1-events-stream'

/** Every call with its fields, collapsed by group and call. */
const ReferenceChapter = () => {
  useOpenLinked()
  const isSandbox = useIsSandbox()
  const consoleRef = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [tried, setTried] = useState('post-api-v1-invoices')
  const tryCall = (id: string) => {
    setTried(id)
    setOpen(true)
    consoleRef.current?.scrollIntoView()
    consoleRef.current?.querySelector('summary')?.focus({ preventScroll: true })
  }
  return (
    <DocsFrame
      title={t.reference}
      lead={fillMessage(t.referenceLead, { link: <a href={describeV1.path}>{describeV1.path}</a> })}
      meta={docsPages.docsReference}
      parts={isSandbox ? [...parts, { id: 'try', name: t.tryIt }] : parts}
    >
      <section>
        <p>
          {fillMessage(t.conventions, {
            authorization: <code>Authorization: Bearer KEY</code>,
            limit: <code>limit</code>,
            cursor: <code>cursor</code>,
            next: <code>X-Next-Cursor</code>,
            key: <code>Idempotency-Key</code>,
            remaining: <code>RateLimit-Remaining</code>,
          })}
        </p>
      </section>
      {reference.map(({ tag, title, calls }) => (
        <details key={tag} className="docs-group ruled">
          <summary>
            <h2>{title}</h2> <span className="quiet small">{t.callCount({ count: calls.length })}</span>
          </summary>
          {/* A link opens what is around its target, so the target is inside. */}
          <div id={tag} data-title={title}>
            {calls.map((call) => (
              <Call key={call.id} call={call} onTry={isSandbox && call.id !== untriable ? tryCall : undefined} />
            ))}
          </div>
        </details>
      ))}
      {/* At the end, so that nothing moves when the page learns that it is in the sandbox. */}
      {isSandbox && (
        <details
          ref={consoleRef}
          className="docs-group docs-group--try ruled"
          open={isOpen}
          onToggle={({ currentTarget }) => {
            setOpen(currentTarget.open)
            if (currentTarget.open) currentTarget.scrollIntoView()
          }}
        >
          <summary>
            <h2>{t.tryIt}</h2> <span className="quiet small">{t.tryLead}</span>
          </summary>
          <div id="try">
            <Suspense>{isOpen && <TryConsole callId={tried} onChoose={setTried} />}</Suspense>
          </div>
        </details>
      )}
    </DocsFrame>
  )
}

type CallProps = { call: ReferenceCall; onTry: ((id: string) => void) | undefined }

const Call = ({ call, onTry }: CallProps) => (
  <details className="docs-call mt-2">
    <summary>
      <h3 className="text-base medium breaks">
        <span className="method small in-center">{call.method}</span> <code>{call.path}</code>
      </h3>
      <span className="quiet small">
        <WithCode text={call.summary} />
      </span>
    </summary>
    <div id={call.id} data-title={`${call.method} ${call.path} · ${call.summary}`}>
      <p data-search="no">
        {call.scopes.map((name) => (
          <Tag key={name}>{t.scope({ name })}</Tag>
        ))}{' '}
        <a href={`#${call.id}`}>{t.linkToCall}</a>{' '}
        {onTry && (
          <Button size="sm" onClick={() => onTry(call.id)}>
            {t.tryIt}
          </Button>
        )}
      </p>
      <CodeBlock command={{ id: call.id, language: t.shell, text: call.sample.text }} colors={call.sample.colors} />
      <Fields title={t.parameters} lines={call.parameters} />
      <Fields title={t.body} lines={call.body} />
      <Fields title={t.answer} lines={call.answer} always />
      <p className="refusals flex wraps on-baseline small">
        <span className="stencil">{t.refusals}</span>{' '}
        {call.errors.map((code) => (
          <a key={code} href={`${docsPaths.docsErrors}#${code}`}>
            {code}
          </a>
        ))}
      </p>
    </div>
  </details>
)

type FieldsProps = {
  title: string
  lines: readonly FieldLine[] /** Of an answer, nothing is left out. */
  always?: boolean
}

const Fields = ({ title, lines, always = false }: FieldsProps) =>
  lines.length === 0 ? null : (
    <details className="docs-fields" open={!always}>
      <summary className="text-md">
        {title} <span className="quiet">{t.fieldCount({ count: lines.length })}</span>
      </summary>
      <dl>
        {lines.map((line) => (
          <div className="stack text-md gap-y-0.5 gap-x-4" key={line.name}>
            <dt>
              <code className="breaks">{line.name}</code>
              {!always && line.required && <span className="needed small quiet">{t.required}</span>}
            </dt>
            <dd className="flex wraps muted gap-y-0.5 gap-x-3">
              <span className="type">{line.type}</span>
              {line.note && (
                <span className="note quiet breaks">
                  <WithCode text={line.note} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )

export default ReferenceChapter
