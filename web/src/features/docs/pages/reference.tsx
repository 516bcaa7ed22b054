import { describe } from '@bitquay/contract/description'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../frame/screens.ts'
import { request } from '../../../lib/api.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { Tag } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'
import { type CallEntry, type FieldLine, type OpenApi, readOpenApi } from '../read-openapi.ts'

/** The description of the API for programs, beside that of every call. */
const description = { ...describe, path: '/api/v1/openapi.json' } as const

const useReference = () =>
  useQuery({
    queryKey: [description.path],
    queryFn: async ({ signal }) => readOpenApi((await (await request(description, { signal })).json()) as OpenApi),
  })

const titleOf = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')

/** Every call with its fields, drawn from the same description that machines read. */
const ReferenceChapter = () => {
  const { data: groups, isError } = useReference()
  return (
    <DocsFrame
      title={t.reference}
      lead={fillMessage(t.referenceLead, { link: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> })}
      description={t.referenceDescription}
      parts={(groups ?? []).map(({ tag }) => ({ id: tag, name: titleOf(tag) }))}
    >
      <section className="docs-manners">
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
      {isError ? (
        <Notice kind="bad">{t.referenceNotLoaded}</Notice>
      ) : groups === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        groups.map(({ tag, calls }) => (
          <section key={tag} id={tag}>
            <h2>{titleOf(tag)}</h2>
            {calls.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </section>
        ))
      )}
    </DocsFrame>
  )
}

const Call = ({ call }: { call: CallEntry }) => (
  <article className="docs-call" id={call.id}>
    <h3>
      <span className="method">{call.method}</span> <code>{call.path}</code>
    </h3>
    <p>
      {call.summary}. <Tag>{t.scope({ name: call.scope ?? '' })}</Tag>
    </p>
    <CodeBlock command={{ id: call.id, language: t.shell, text: curlOf(call) }} />
    <Fields title={t.parameters} lines={call.parameters} />
    <Fields title={t.body} lines={call.body} />
    <Fields title={t.answer} lines={call.answer} always />
    <p className="refusals">
      <span className="stencil">{t.refusals}</span>{' '}
      {call.errors.map((code) => (
        <a key={code} href={`${paths.docsErrors}#${code}`}>
          {code}
        </a>
      ))}
    </p>
  </article>
)

/** The description names fields and headers between backticks. */
const Note = ({ text }: { text: string }) => (
  <span className="note">
    {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </span>
)

type FieldsProps = {
  title: string
  lines: readonly FieldLine[] /** Of an answer, nothing is left out. */
  always?: boolean
}

const Fields = ({ title, lines, always = false }: FieldsProps) =>
  lines.length === 0 ? null : (
    <details open={!always}>
      <summary>
        {title} <span className="quiet">{t.fieldCount({ count: lines.length })}</span>
      </summary>
      <dl>
        {lines.map((line) => (
          <div key={line.name}>
            <dt>
              <code>{line.name}</code>
              {!always && line.required && <span className="needed">{t.required}</span>}
            </dt>
            <dd>
              <span className="type">{line.type}</span>
              {line.note && <Note text={line.note} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )

const curlOf = ({ method, path, body }: CallEntry): string => {
  const needed = body.filter(({ required, name }) => required && !name.includes('.'))
  const sent = `{${needed.map(({ name, type }) => `"${name}": ${type.includes('list') ? '[]' : '"…"'}`).join(', ')}}`
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$BITQUAY_URL${path}"`,
    '-H "Authorization: Bearer $BITQUAY_KEY"',
    ...(body.length > 0 ? ['-H "Content-Type: application/json"', `-d '${sent}'`] : []),
  ].join(' \\\n  ')
}

export default ReferenceChapter
