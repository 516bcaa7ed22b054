import { describe } from '@bitquay/contract/description'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../frame/screens.ts'
import { request } from '../../../lib/api.ts'
import { Tag } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
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
      title="Reference"
      lead={
        <>
          Every call of version 1, as the server itself declares it. Machines read the same at{' '}
          <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
        </>
      }
      description="Every call of the merchant API with its parameters, fields and errors."
      parts={(groups ?? []).map(({ tag }) => ({ id: tag, name: titleOf(tag) }))}
    >
      <section className="docs-manners">
        <p>
          Send <code>Authorization: Bearer KEY</code>. Money is a decimal string, times are ISO 8601. Lists take{' '}
          <code>limit</code> and <code>cursor</code>; the next cursor is in the header <code>X-Next-Cursor</code>. Every
          POST takes an <code>Idempotency-Key</code>. What is left of your requests this minute is in{' '}
          <code>RateLimit-Remaining</code>.
        </p>
      </section>
      {isError ? (
        <Notice kind="bad">The reference could not be loaded. Please reload the page.</Notice>
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
      {call.summary}. <Tag>scope {call.scope}</Tag>
    </p>
    <CodeBlock command={{ id: call.id, language: 'Shell', text: curlOf(call) }} />
    <Fields title="Parameters" lines={call.parameters} />
    <Fields title="Body" lines={call.body} />
    <Fields title="Answer" lines={call.answer} always />
    <p className="refusals">
      <span className="stencil">Refusals</span>{' '}
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
        {title} <span className="quiet">{lines.length === 1 ? '1 field' : `${lines.length} fields`}</span>
      </summary>
      <dl>
        {lines.map((line) => (
          <div key={line.name}>
            <dt>
              <code>{line.name}</code>
              {!always && line.required && <span className="needed">required</span>}
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
