import {
  clientErrorClasses,
  clientErrors,
  clientFirst,
  clientInstall,
  clientListen,
  clientLists,
  clientMethods,
  clientRules,
  clientWebhook,
} from '../../../content/docs/client.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'
import { RuleList } from '../rule-list.tsx'

const parts = [
  { id: 'install', name: t.clientInstall },
  { id: 'lists', name: t.clientLists },
  { id: 'methods', name: t.clientMethods },
  { id: 'errors', name: t.clientErrors },
  { id: 'retries', name: t.clientRetries },
  { id: 'webhooks', name: t.clientWebhooks },
  { id: 'listen', name: t.clientListen },
]

const ClientChapter = () => (
  <DocsFrame title={t.client} lead={t.clientLead} meta={docsPages.docsClient} parts={parts}>
    <section id="install">
      <h2>{t.clientInstall}</h2>
      <CodeBlock command={clientInstall} />
      <p>{fillMessage(t.clientInstallText, { sums: <a href="/downloads/SHA256SUMS">SHA256SUMS</a> })}</p>
      <CodeBlock command={clientFirst} />
    </section>
    <section id="lists">
      <h2>{t.clientLists}</h2>
      <p>{fillMessage(t.clientListsText, { list: <code>list</code>, all: <code>all</code> })}</p>
      <CodeBlock command={clientLists} />
    </section>
    <section id="methods">
      <h2>{t.clientMethods}</h2>
      <p>{t.clientMethodsText}</p>
      <table className="text-md">
        <thead className="only-desk">
          <tr>
            <th scope="col">{t.clientMethodGroup}</th>
            <th scope="col">{t.clientMethodNames}</th>
            <th scope="col">{t.clientMethodAbout}</th>
          </tr>
        </thead>
        <tbody>
          {clientMethods.map(({ group, methods, about }) => (
            <tr key={group}>
              <th scope="row">
                <code>{group}</code>
              </th>
              <td>{methods.join(', ')}</td>
              <td>{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <section id="errors">
      <h2>{t.clientErrors}</h2>
      <p>{fillMessage(t.clientErrorsText, { base: <code>BitquayError</code>, id: <code>requestId</code> })}</p>
      <CodeBlock command={clientErrors} />
      <table className="text-md">
        <thead className="only-desk">
          <tr>
            <th scope="col">{t.type}</th>
            <th scope="col">{t.clientErrorStatus}</th>
            <th scope="col">{t.clientErrorMeaning}</th>
          </tr>
        </thead>
        <tbody>
          {clientErrorClasses.map(({ name, status, meaning }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{status}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <section id="retries">
      <h2>{t.clientRetries}</h2>
      <RuleList rules={clientRules} />
    </section>
    <section id="webhooks">
      <h2>{t.clientWebhooks}</h2>
      <p>{t.clientWebhooksText}</p>
      <CodeBlock command={clientWebhook} />
    </section>
    <section id="listen">
      <h2>{t.clientListen}</h2>
      <p>{t.clientListenText}</p>
      <CodeBlock command={clientListen} />
    </section>
  </DocsFrame>
)

export default ClientChapter
