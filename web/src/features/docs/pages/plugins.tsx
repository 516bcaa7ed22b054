import { pluginCalls, pluginSteps } from '../../../content/docs/plugins.ts'
import { withOrigin } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'

const PluginsChapter = () => (
  <DocsFrame
    title="Shop plugins"
    lead="A shop with a plugin for BTCPay Server works here as it is: change its address and its key."
    description="Use BTCPay Server plugins for WooCommerce and other shops by changing URL and key."
  >
    <section>
      <h2>Connect a shop</h2>
      <ol className="docs-list docs-list--numbered">
        {pluginSteps.map((step) => (
          <li key={step}>{withOrigin(step)}</li>
        ))}
      </ol>
    </section>
    <section>
      <h2>What is answered</h2>
      <p>
        The calls of BTCPay’s Greenfield API that shop plugins make, below <code>{withOrigin('{origin}/btcpay')}</code>,
        with <code>Authorization: token KEY</code>. Keys, scopes and limits are those of our own API.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">For</th>
          </tr>
        </thead>
        <tbody>
          {pluginCalls.map(({ call, does }) => (
            <tr key={call}>
              <th scope="row">
                <code>{call}</code>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </DocsFrame>
)

export default PluginsChapter
